<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB">
<context>
    <name>Disconnect</name>
    <message numerus="yes">
        <source>Break %n wire(s)</source>
        <translation>
            <numerusform>Break %n wire</numerusform>
            <numerusform>Break %n wires</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeepOnly</name>
    <message numerus="yes">
        <source>Keep %n layer(s) in float</source>
        <translation>
            <numerusform>Keep %n layer in float</numerusform>
            <numerusform>Keep %n layers in float</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Move</name>
    <message numerus="yes">
        <source>Move %n layer(s)</source>
        <translation>
            <numerusform>Move %n layer</numerusform>
            <numerusform>Move %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PathBar</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Remove</name>
    <message numerus="yes">
        <source>Delete %n layer(s)</source>
        <translation>
            <numerusform>Delete %n layer</numerusform>
            <numerusform>Delete %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::DataPanel</name>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n class</numerusform>
            <numerusform>%n classes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) left out as broken:</source>
        <translation>
            <numerusform>%n sample left out as broken:</numerusform>
            <numerusform>%n samples left out as broken:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::FileActions</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::Inspector</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::KeepSlider</name>
    <message numerus="yes">
        <source>%n layer(s) chosen by hand</source>
        <translation>
            <numerusform>%n layer chosen by hand</numerusform>
            <numerusform>%n layers chosen by hand</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::PaletteModel</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::SchedulePlot</name>
    <message numerus="yes">
        <source>%n epoch(s)</source>
        <translation>
            <numerusform>%n epoch</numerusform>
            <numerusform>%n epochs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::TopBar</name>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
</context>
</TS>
