<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AddNode</name>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>There is no group %1.</source>
        <translation>没有名为 %1 的组。</translation>
    </message>
</context>
<context>
    <name>ApplyFix</name>
    <message>
        <source>Fix</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>There is no fix for this.</source>
        <translation>此问题没有自动修正。</translation>
    </message>
    <message>
        <source>The layer is not there.</source>
        <translation>该层已不存在。</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>muted</source>
        <translation>已静音</translation>
    </message>
    <message>
        <source>group: %1 × %2</source>
        <translation>组：%1 × %2</translation>
    </message>
    <message>
        <source>group: %1</source>
        <translation>组：%1</translation>
    </message>
</context>
<context>
    <name>Category</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Convolution, linear</source>
        <translation>卷积与线性</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Merge, arithmetic</source>
        <translation>合并与算术</translation>
    </message>
    <message>
        <source>Recurrent, attention</source>
        <translation>循环与注意力</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隐藏</translation>
    </message>
</context>
<context>
    <name>Command</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Paste with incoming wires</source>
        <translation>粘贴并保留输入连线</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete and reconnect</source>
        <translation>删除并重新连接</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Find in graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Add layer…</source>
        <translation>添加层…</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Fit selection</source>
        <translation>显示所选</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>缩放至 100 %</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Leave group</source>
        <translation>离开组</translation>
    </message>
    <message>
        <source>Go to the layer before</source>
        <translation>转到前一层</translation>
    </message>
    <message>
        <source>Go to the layer after</source>
        <translation>转到后一层</translation>
    </message>
    <message>
        <source>Go to the layer above</source>
        <translation>转到上方的层</translation>
    </message>
    <message>
        <source>Go to the layer below</source>
        <translation>转到下方的层</translation>
    </message>
    <message>
        <source>Edit layer</source>
        <translation>编辑层</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>Replace with…</source>
        <translation>替换为…</translation>
    </message>
    <message>
        <source>Pin in place</source>
        <translation>固定位置</translation>
    </message>
    <message>
        <source>Apply the suggested fix</source>
        <translation>应用建议的修正</translation>
    </message>
    <message>
        <source>Start a wire</source>
        <translation>开始连线</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>编组</translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation>取消编组</translation>
    </message>
    <message>
        <source>Enter group</source>
        <translation>进入组</translation>
    </message>
    <message>
        <source>Add frame</source>
        <translation>添加框架</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加注释</translation>
    </message>
    <message>
        <source>Align left</source>
        <translation>左对齐</translation>
    </message>
    <message>
        <source>Align right</source>
        <translation>右对齐</translation>
    </message>
    <message>
        <source>Align top</source>
        <translation>顶部对齐</translation>
    </message>
    <message>
        <source>Align bottom</source>
        <translation>底部对齐</translation>
    </message>
    <message>
        <source>Distribute horizontally</source>
        <translation>水平均布</translation>
    </message>
    <message>
        <source>Distribute vertically</source>
        <translation>垂直均布</translation>
    </message>
    <message>
        <source>Straighten</source>
        <translation>拉直</translation>
    </message>
    <message>
        <source>Arrange left to right</source>
        <translation>从左到右排列</translation>
    </message>
    <message>
        <source>Arrange top down</source>
        <translation>从上到下排列</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move left by one pixel</source>
        <translation>左移一个像素</translation>
    </message>
    <message>
        <source>Move right by one pixel</source>
        <translation>右移一个像素</translation>
    </message>
    <message>
        <source>Move up by one pixel</source>
        <translation>上移一个像素</translation>
    </message>
    <message>
        <source>Move down by one pixel</source>
        <translation>下移一个像素</translation>
    </message>
</context>
<context>
    <name>Connect</name>
    <message>
        <source>Move wire</source>
        <translation>移动连线</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
</context>
<context>
    <name>Disconnect</name>
    <message numerus="yes">
        <source>Break %n wire(s)</source>
        <translation>
            <numerusform>断开 %n 条连线</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Duplicate</name>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
</context>
<context>
    <name>Edit</name>
    <message>
        <source>A group cannot hold itself: %1</source>
        <translation>组不能包含自身：%1</translation>
    </message>
    <message>
        <source>The wire is not there any more.</source>
        <translation>该连线已不存在。</translation>
    </message>
    <message>
        <source>%1 has no open input for the wire.</source>
        <translation>%1 没有可供连线的空闲输入。</translation>
    </message>
    <message>
        <source>%1 has no output to go on from.</source>
        <translation>%1 没有可继续连接的输出。</translation>
    </message>
</context>
<context>
    <name>FlameChart</name>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>training step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>推理</translation>
    </message>
</context>
<context>
    <name>Group</name>
    <message>
        <source>Select the layers to group first.</source>
        <translation>请先选择要编组的层。</translation>
    </message>
    <message>
        <source>%1 lies between the layers: select it too, or fewer of them.</source>
        <translation>%1 位于这些层之间：请一并选择它，或少选几层。</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>编组</translation>
    </message>
</context>
<context>
    <name>InsertOnWire</name>
    <message>
        <source>A group cannot hold itself: %1</source>
        <translation>组不能包含自身：%1</translation>
    </message>
    <message>
        <source>There is no group %1.</source>
        <translation>没有名为 %1 的组。</translation>
    </message>
    <message>
        <source>Insert %1</source>
        <translation>插入 %1</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>%1 a sample</source>
        <translation>每样本 %1</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>MAC a sample</source>
        <translation>每样本乘加</translation>
    </message>
    <message>
        <source>Multiply-accumulates of one forward pass.</source>
        <translation>一次前向传播的乘加运算次数。</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>receptive field</source>
        <translation>感受野</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>步时</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>initialiser</source>
        <translation>初始化方式</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Scale, deviation or value, as the kind of initialiser says.</source>
        <translation>缩放、标准差或数值，依初始化方式而定。</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Training leaves it as it is.</source>
        <translation>训练时保持不变。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>KeepInFloat</name>
    <message>
        <source>The network is in float as a whole: quantise it first.</source>
        <translation>整个网络都是浮点：请先量化。</translation>
    </message>
    <message>
        <source>Keep %1 in float</source>
        <translation>让 %1 保持浮点</translation>
    </message>
    <message>
        <source>Run %1 in 8 bits</source>
        <translation>让 %1 以 8 位运行</translation>
    </message>
</context>
<context>
    <name>KeepOnly</name>
    <message>
        <source>Run every layer in 8 bits</source>
        <translation>所有层都用 8 位运行</translation>
    </message>
    <message numerus="yes">
        <source>Keep %n layer(s) in float</source>
        <translation>
            <numerusform>%n 层保留浮点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LayerKind</name>
    <message>
        <source>A group of this project</source>
        <translation>本项目中的组</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>每秒样本数</translation>
    </message>
</context>
<context>
    <name>Move</name>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message numerus="yes">
        <source>Move %n layer(s)</source>
        <translation>
            <numerusform>移动 %n 层</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MoveTool</name>
    <message>
        <source>Pull out of the chain</source>
        <translation>从链中抽出</translation>
    </message>
</context>
<context>
    <name>Paste</name>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
</context>
<context>
    <name>PathBar</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 MAC</source>
        <translation>%1 次乘加</translation>
    </message>
    <message>
        <source>%1 activations at batch %2</source>
        <translation>批大小 %2 时激活值 %1</translation>
    </message>
</context>
<context>
    <name>Profile</name>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>share of memory</source>
        <translation>内存占比</translation>
    </message>
    <message>
        <source>share of step time</source>
        <translation>步时占比</translation>
    </message>
    <message>
        <source>share of time</source>
        <translation>时间占比</translation>
    </message>
</context>
<context>
    <name>PullOut</name>
    <message>
        <source>Pull out of the chain</source>
        <translation>从链中抽出</translation>
    </message>
</context>
<context>
    <name>PutFrame</name>
    <message>
        <source>Add frame</source>
        <translation>添加框架</translation>
    </message>
    <message>
        <source>Change frame</source>
        <translation>更改框架</translation>
    </message>
</context>
<context>
    <name>PutNote</name>
    <message>
        <source>Add note</source>
        <translation>添加注释</translation>
    </message>
    <message>
        <source>Change note</source>
        <translation>更改注释</translation>
    </message>
</context>
<context>
    <name>PutOnWire</name>
    <message>
        <source>The layer is not there.</source>
        <translation>该层已不存在。</translation>
    </message>
    <message>
        <source>Insert on wire</source>
        <translation>插入连线</translation>
    </message>
</context>
<context>
    <name>Remove</name>
    <message>
        <source>Delete wires</source>
        <translation>删除连线</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n layer(s)</source>
        <translation>
            <numerusform>删除 %n 层</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RemoveAndHeal</name>
    <message>
        <source>Delete and reconnect</source>
        <translation>删除并重新连接</translation>
    </message>
</context>
<context>
    <name>RemoveGroup</name>
    <message>
        <source>Delete group %1</source>
        <translation>删除组 %1</translation>
    </message>
    <message>
        <source>%1 is used in the drawing: delete or ungroup its instances first.</source>
        <translation>图中仍在使用 %1：请先删除其实例或取消编组。</translation>
    </message>
</context>
<context>
    <name>Rename</name>
    <message>
        <source>Rename to %1</source>
        <translation>重命名为 %1</translation>
    </message>
</context>
<context>
    <name>RenameGroup</name>
    <message>
        <source>Rename group to %1</source>
        <translation>将组重命名为 %1</translation>
    </message>
    <message>
        <source>A group&apos;s name is not empty and has no “/”.</source>
        <translation>组名不能为空，也不能含有“/”。</translation>
    </message>
    <message>
        <source>The group is not there.</source>
        <translation>该组已不存在。</translation>
    </message>
    <message>
        <source>There is a group %1 already.</source>
        <translation>已有名为 %1 的组。</translation>
    </message>
</context>
<context>
    <name>Replace</name>
    <message>
        <source>There is nothing to replace.</source>
        <translation>没有可替换的层。</translation>
    </message>
    <message>
        <source>Replace with %1</source>
        <translation>替换为 %1</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>an Espalier project</source>
        <translation>Espalier 项目</translation>
    </message>
    <message>
        <source>an ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>a JSON file</source>
        <translation>JSON 文件</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本文件</translation>
    </message>
    <message>
        <source>a file of another kind</source>
        <translation>其他类型的文件</translation>
    </message>
    <message>
        <source>%1 is %2; only %3 may be replaced by what is written here. Choose another name.</source>
        <translation>%1 是%2；此处写出的内容只能替换%3。请选择其他名称。</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>替换该文件？</translation>
    </message>
    <message>
        <source>%1 is there already.</source>
        <translation>%1 已存在。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
</context>
<context>
    <name>RunControl</name>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
</context>
<context>
    <name>RunsPanel</name>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>Sensitivity</name>
    <message>
        <source>alone in 8 bits</source>
        <translation>仅此层为 8 位</translation>
    </message>
    <message>
        <source>output error</source>
        <translation>输出误差</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>output error of a layer in 8 bits</source>
        <translation>某层为 8 位时的输出误差</translation>
    </message>
</context>
<context>
    <name>SetAttribute</name>
    <message>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
</context>
<context>
    <name>SetColor</name>
    <message>
        <source>Set colour</source>
        <translation>设置颜色</translation>
    </message>
</context>
<context>
    <name>SetData</name>
    <message>
        <source>Change data</source>
        <translation>更改数据</translation>
    </message>
</context>
<context>
    <name>SetKnots</name>
    <message>
        <source>Bend wire</source>
        <translation>弯折连线</translation>
    </message>
</context>
<context>
    <name>SetParam</name>
    <message>
        <source>Set initialiser or freeze</source>
        <translation>设置初始化或冻结</translation>
    </message>
</context>
<context>
    <name>SetPinned</name>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
</context>
<context>
    <name>SetProjectNotes</name>
    <message>
        <source>Edit notes</source>
        <translation>编辑备注</translation>
    </message>
</context>
<context>
    <name>SetQuantization</name>
    <message>
        <source>Back to float</source>
        <translation>恢复为浮点</translation>
    </message>
    <message>
        <source>Quantise to 8 bits</source>
        <translation>量化为 8 位</translation>
    </message>
</context>
<context>
    <name>SetSetting</name>
    <message>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>There is no setting %1.</source>
        <translation>没有名为 %1 的设置。</translation>
    </message>
</context>
<context>
    <name>SetTraining</name>
    <message>
        <source>Change training settings</source>
        <translation>更改训练设置</translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>ToggleMuted</name>
    <message>
        <source>Mute or unmute</source>
        <translation>静音或取消静音</translation>
    </message>
</context>
<context>
    <name>Ungroup</name>
    <message>
        <source>Ungroup</source>
        <translation>取消编组</translation>
    </message>
    <message>
        <source>Select a group first.</source>
        <translation>请先选择一个组。</translation>
    </message>
    <message>
        <source>The group %1 is missing.</source>
        <translation>缺少组 %1。</translation>
    </message>
    <message>
        <source>The repeats share one set of weights, which separate layers cannot. Turn sharing off first.</source>
        <translation>各次重复共用一组权重，拆分后的层无法共用。请先关闭共享。</translation>
    </message>
</context>
<context>
    <name>WireCheck</name>
    <message>
        <source>A layer cannot feed itself.</source>
        <translation>层不能连接到自身。</translation>
    </message>
    <message>
        <source>This would close a cycle: %1 comes before %2.</source>
        <translation>这会形成环路：%1 位于 %2 之前。</translation>
    </message>
    <message>
        <source>The layer is not there.</source>
        <translation>该层已不存在。</translation>
    </message>
    <message>
        <source>%1 takes %2, not %3.</source>
        <translation>%1 接受 %2，而不是 %3。</translation>
    </message>
</context>
<context>
    <name>WireTool</name>
    <message>
        <source>A wire goes from an output to an input.</source>
        <translation>连线须从输出连到输入。</translation>
    </message>
    <message>
        <source>A wire comes from an output.</source>
        <translation>连线须始于输出。</translation>
    </message>
    <message>
        <source>Move wires</source>
        <translation>移动连线</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>%1: the shape will not fit</source>
        <translation>%1：形状不匹配</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>{}: planned {} {}, got {} {}</source>
        <translation>{}：计划为 {} {}，得到 {} {}</translation>
    </message>
    <message>
        <source>the schedule is for {}, this machine has {}</source>
        <translation>执行计划面向 {}，本机为 {}</translation>
    </message>
    <message>
        <source>{} has no kernel and no reference</source>
        <translation>{} 没有内核，也没有参考实现</translation>
    </message>
    <message>
        <source>cpu: the system has no memory for {} bytes</source>
        <translation>cpu：系统无法分配 {} 字节内存</translation>
    </message>
    <message>
        <source>A dimension cannot be computed: its expression leaves 63 bits or has too many terms. Choose smaller sizes.</source>
        <translation>无法计算维度：表达式超出 63 位或项数过多。请选用较小的尺寸。</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a dimension (at character {}). Write a number, a name or an expression such as 2*N + 1 or floor(H/2).</source>
        <translation>“{}”不是维度（第 {} 个字符处）。请写数字、名称或表达式，如 2*N + 1 或 floor(H/2)。</translation>
    </message>
    <message>
        <source>{}: cannot be read ({}). Check that the file exists and that you may read it.</source>
        <translation>{}：无法读取（{}）。请检查文件是否存在以及是否有读取权限。</translation>
    </message>
    <message>
        <source>{}: the disk is full ({}). Free some space and try again; a file that was there before is unchanged.</source>
        <translation>{}：磁盘已满（{}）。请释放空间后重试；原有文件未被改动。</translation>
    </message>
    <message>
        <source>{}: cannot be written ({}). Check that the folder exists and that you may write there; a file that was there before is unchanged.</source>
        <translation>{}：无法写入（{}）。请检查文件夹是否存在以及是否有写入权限；原有文件未被改动。</translation>
    </message>
    <message>
        <source>{}: is not an ordinary file. Choose a file.</source>
        <translation>{}：不是普通文件。请选择一个文件。</translation>
    </message>
    <message>
        <source>{}: has {} bytes, at most {} are read. Choose a smaller file.</source>
        <translation>{}：有 {} 字节，最多读取 {} 字节。请选择较小的文件。</translation>
    </message>
    <message>
        <source>{}: is open in another window or program of Espalier. Close it there first.</source>
        <translation>{}：已在 Espalier 的其他窗口或程序中打开。请先在那里关闭。</translation>
    </message>
    <message>
        <source>cannot make a pipe: {}</source>
        <translation>无法创建管道：{}</translation>
    </message>
    <message>
        <source>cannot start &quot;{}&quot;: {}; install it or name another</source>
        <translation>无法启动“{}”：{}；请安装它或指定其他程序</translation>
    </message>
    <message>
        <source>The shape {} is not valid: a dimension is negative or the number of elements does not fit in 63 bits.</source>
        <translation>形状 {} 无效：有负维度，或元素个数超出 63 位。</translation>
    </message>
    <message>
        <source>There is no memory for a {} tensor of shape {} ({} bytes). Close other programs or choose smaller sizes.</source>
        <translation>内存不足以容纳形状为 {1} 的 {0} 张量（{2} 字节）。请关闭其他程序或选用较小的尺寸。</translation>
    </message>
    <message>
        <source>A tensor of shape {} cannot take the shape {}: the number of elements differs.</source>
        <translation>形状为 {} 的张量不能改为 {}：元素个数不同。</translation>
    </message>
    <message>
        <source>{}: this folder holds other things than a bundle; choose a new or empty one</source>
        <translation>{}：该文件夹中有编译产物以外的内容；请选择新的或空的文件夹</translation>
    </message>
    <message>
        <source>{}: cannot be put in place: {}</source>
        <translation>{}：无法就位：{}</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the bundle&apos;s own test failed (status {}): {}</source>
        <translation>编译产物的自测失败（状态 {}）：{}</translation>
    </message>
    <message>
        <source>planning</source>
        <translation>正在规划</translation>
    </message>
    <message>
        <source>computing test vectors</source>
        <translation>正在计算测试向量</translation>
    </message>
    <message>
        <source>compiling</source>
        <translation>正在编译</translation>
    </message>
    <message>
        <source>compiling the test</source>
        <translation>正在编译测试</translation>
    </message>
    <message>
        <source>running the test</source>
        <translation>正在运行测试</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>element type {} cannot be written as C</source>
        <translation>元素类型 {} 无法写成 C</translation>
    </message>
    <message>
        <source>{}: its weights are not known when the bundle is written</source>
        <translation>{}：写出编译产物时其权重未知</translation>
    </message>
    <message>
        <source>{}: {} has no C kernel for this target, so the network cannot be compiled</source>
        <translation>{}：{} 没有适用于该目标的 C 内核，因此无法编译此网络</translation>
    </message>
    <message>
        <source>kernel &quot;{}&quot; has no C source and cannot go into a bundle</source>
        <translation>内核“{}”没有 C 源码，无法放入编译产物</translation>
    </message>
    <message>
        <source>kernel source {} includes &quot;{}&quot;, which is not there</source>
        <translation>内核源码 {} 引用了不存在的“{}”</translation>
    </message>
    <message>
        <source>64-bit x86 with SSE4.2, any since about 2009</source>
        <translation>带 SSE4.2 的 64 位 x86，约 2009 年后的机器</translation>
    </message>
    <message>
        <source>64-bit x86 with AVX2 and FMA, most since about 2015</source>
        <translation>带 AVX2 与 FMA 的 64 位 x86，约 2015 年后的多数机器</translation>
    </message>
    <message>
        <source>64-bit x86 with AVX-512</source>
        <translation>带 AVX-512 的 64 位 x86</translation>
    </message>
    <message>
        <source>target &quot;{}&quot; is not known; there are {}</source>
        <translation>未知的目标“{}”；可用的有 {}</translation>
    </message>
    <message>
        <source>optimisation level &quot;{}&quot;: expected 0, 1, 2, 3 or s</source>
        <translation>优化级别“{}”：应为 0、1、2、3 或 s</translation>
    </message>
    <message>
        <source>&quot;{}&quot; failed with status {}: {}</source>
        <translation>“{}”失败，状态 {}：{}</translation>
    </message>
    <message>
        <source>There are no {} samples. Choose files for them in the data settings.</source>
        <translation>没有 {} 样本。请在数据设置中为其选择文件。</translation>
    </message>
    <message>
        <source>Batches of {}, {} read ahead by {} threads, are not possible. Correct the training settings.</source>
        <translation>无法使用大小为 {} 的批次（由 {2} 个线程预读 {1} 批）。请更正训练设置。</translation>
    </message>
    <message>
        <source>Training cannot go on at batch {} of epoch {}: the data set has {} batches an epoch. It is not the one of the checkpoint.</source>
        <translation>训练无法从第 {1} 轮的第 {0} 批继续：数据集每轮有 {2} 批，与检查点所用的数据集不同。</translation>
    </message>
    <message>
        <source>{}: is not a text file in UTF-8. Save the table as CSV in UTF-8.</source>
        <translation>{}：不是 UTF-8 文本文件。请将表格存为 UTF-8 编码的 CSV。</translation>
    </message>
    <message>
        <source>{}, line {}, column {}: a quotation mark in the middle of a field. Put the whole field in quotation marks and double those inside.</source>
        <translation>{}，第 {} 行第 {} 列：字段中间有引号。请用引号括住整个字段，并将内部的引号写成两个。</translation>
    </message>
    <message>
        <source>{}, line {}, column {}: the quotation mark is never closed. Close it or remove it.</source>
        <translation>{}，第 {} 行第 {} 列：引号未闭合。请闭合或删除。</translation>
    </message>
    <message>
        <source>{}, line {}, column {}: text after the closing quotation mark. Double the quotation marks inside a field.</source>
        <translation>{}，第 {} 行第 {} 列：右引号之后还有文字。字段内部的引号请写成两个。</translation>
    </message>
    <message>
        <source>{}: has no column &quot;{}&quot;; it has {}. Choose one of these in the data settings.</source>
        <translation>{}：没有列“{}”；现有 {}。请在数据设置中从中选择。</translation>
    </message>
    <message>
        <source>{}, line 1, column {}: the name &quot;{}&quot; is empty or taken twice. Give every column a name of its own, or say that the table has no header.</source>
        <translation>{}，第 1 行第 {} 列：名称“{}”为空或重复。请为每列取不同的名称，或声明表格没有表头。</translation>
    </message>
    <message>
        <source>{}: no target column is chosen. Choose one of {} in the data settings.</source>
        <translation>{}：未选择目标列。请在数据设置中从 {} 中选择。</translation>
    </message>
    <message>
        <source>{}: has no column besides the target &quot;{}&quot;. Add the columns to learn from, or choose another separator.</source>
        <translation>{}：除目标“{}”外没有其他列。请添加用于学习的列，或改用其他分隔符。</translation>
    </message>
    <message>
        <source>{}: the target &quot;{}&quot; is also among the columns to learn from. Take it out there.</source>
        <translation>{}：目标“{}”也在用于学习的列中。请将其移除。</translation>
    </message>
    <message>
        <source>{}: is empty. Choose another table.</source>
        <translation>{}：为空。请选择其他表格。</translation>
    </message>
    <message>
        <source>{}: has a header but no rows. Choose another table.</source>
        <translation>{}：只有表头而没有数据行。请选择其他表格。</translation>
    </message>
    <message>
        <source>{}, line {}: expected {} fields, got {}. Correct the row, or choose the right separator.</source>
        <translation>{}，第 {} 行：应有 {} 个字段，得到 {} 个。请更正该行，或选择正确的分隔符。</translation>
    </message>
    <message>
        <source>{}, line {}, column &quot;{}&quot;: expected a number, got &quot;{}&quot;. Correct the field, leave the column out in the data settings, or let broken samples be skipped.</source>
        <translation>{}，第 {} 行，列“{}”：应为数字，得到“{}”。请更正该字段、在数据设置中略去该列，或跳过损坏的样本。</translation>
    </message>
    <message>
        <source>{}, line {}, column &quot;{}&quot;: the target is missing. Fill it in, or let broken samples be skipped.</source>
        <translation>{}，第 {} 行，列“{}”：缺少目标值。请补上，或跳过损坏的样本。</translation>
    </message>
    <message>
        <source>{}, column &quot;{}&quot;: has {} different values, too many for classes. Choose another target, or make it a number.</source>
        <translation>{}，列“{}”：有 {} 个不同的值，作为类别过多。请选择其他目标，或将其作为数值。</translation>
    </message>
    <message>
        <source>{}, line {}, column &quot;{}&quot;: &quot;{}&quot; is not one of the classes. Correct it, or add the class in the data settings.</source>
        <translation>{}，第 {} 行，列“{}”：“{}”不在类别之中。请更正，或在数据设置中添加该类别。</translation>
    </message>
    <message>
        <source>{}, line {}, column &quot;{}&quot;: expected a number, got &quot;{}&quot;. Correct it, or make the target a class.</source>
        <translation>{}，第 {} 行，列“{}”：应为数字，得到“{}”。请更正，或将目标设为类别。</translation>
    </message>
    <message>
        <source>Normalising: the {} has {} numbers, expected 1 or {} (one a channel). Correct the list in the data settings.</source>
        <translation>归一化：{} 有 {} 个数，应为 1 个或 {} 个（每通道一个）。请在数据设置中更正。</translation>
    </message>
    <message>
        <source>The part kept for validation is {}, expected 0 to 0.9. Correct it in the data settings.</source>
        <translation>验证比例为 {}，应在 0 至 0.9 之间。请在数据设置中更正。</translation>
    </message>
    <message>
        <source>No training samples are left ({} broken ones, {} for validation). Check the files or keep less for validation.</source>
        <translation>没有剩余的训练样本（{} 个损坏，{} 个用于验证）。请检查文件或减少验证样本。</translation>
    </message>
    <message>
        <source>Normalising: a deviation is {}, expected a number above 0. Correct it in the data settings.</source>
        <translation>归一化：标准差为 {}，应大于 0。请在数据设置中更正。</translation>
    </message>
    <message>
        <source>No training data are chosen. Choose a file or folder in the data settings.</source>
        <translation>未选择训练数据。请在数据设置中选择文件或文件夹。</translation>
    </message>
    <message>
        <source>{}: the folder cannot be read ({}). Check that it exists and that you may read it.</source>
        <translation>{}：无法读取文件夹（{}）。请检查其是否存在以及是否有读取权限。</translation>
    </message>
    <message>
        <source>{}: has no class folders. Put the pictures of each class in a folder of its own there.</source>
        <translation>{}：没有类别文件夹。请将每一类的图片放入各自的文件夹。</translation>
    </message>
    <message>
        <source>{}: there is no class of this name. Add it to the class names in the data settings or move the folder away.</source>
        <translation>{}：没有此名称的类别。请在数据设置的类别名中添加，或移走该文件夹。</translation>
    </message>
    <message>
        <source>{}: has no PNG or JPEG pictures. Put some there or remove the class.</source>
        <translation>{}：没有 PNG 或 JPEG 图片。请放入图片或移除该类别。</translation>
    </message>
    <message>
        <source>The image size {}×{} with {} channels is not possible; expected sides up to 8192 and 1 or 3 channels. Correct it in the data settings.</source>
        <translation>图像尺寸 {}×{}、{} 通道不可用；边长至多 8192，通道数为 1 或 3。请在数据设置中更正。</translation>
    </message>
    <message>
        <source>{}: cannot be unpacked, there is too little memory. Close other programs.</source>
        <translation>{}：内存不足，无法解压。请关闭其他程序。</translation>
    </message>
    <message>
        <source>{}: the packed file ends too early, after {} bytes. Download or copy it again.</source>
        <translation>{}：压缩文件在 {} 字节后提前结束。请重新下载或复制。</translation>
    </message>
    <message>
        <source>{}: the packed file is damaged near byte {} ({}). Download or copy it again.</source>
        <translation>{}：压缩文件在第 {} 字节附近损坏（{}）。请重新下载或复制。</translation>
    </message>
    <message>
        <source>{}: byte 2 should be an IDX element type (8, 9, 11, 12, 13 or 14) but is {}. Choose an IDX file.</source>
        <translation>{}：第 2 字节应为 IDX 元素类型（8、9、11、12、13 或 14），实为 {}。请选择 IDX 文件。</translation>
    </message>
    <message>
        <source>{}: has only {} bytes, which is too short for an IDX file. Download or copy it again.</source>
        <translation>{}：只有 {} 字节，不足以构成 IDX 文件。请重新下载或复制。</translation>
    </message>
    <message>
        <source>{}: an IDX file starts with two zero bytes, this one with {} {}. Choose an IDX file.</source>
        <translation>{}：IDX 文件应以两个零字节开头，此文件为 {} {}。请选择 IDX 文件。</translation>
    </message>
    <message>
        <source>{}: byte 3 should be a number of dimensions from 1 to 8 but is {}. Choose an IDX file.</source>
        <translation>{}：第 3 字节应为 1 至 8 的维数，实为 {}。请选择 IDX 文件。</translation>
    </message>
    <message>
        <source>{}: ends inside its header. Download or copy it again.</source>
        <translation>{}：文件在头部内就结束了。请重新下载或复制。</translation>
    </message>
    <message>
        <source>{}: the header announces {} elements of {}, that is {} bytes after the header, but the file has {}. Download or copy it again.</source>
        <translation>{}：头部声明有 {} 个 {} 元素，即头部之后 {} 字节，但文件有 {} 字节。请重新下载或复制。</translation>
    </message>
    <message>
        <source>{}: labels are one whole number a sample, but this file holds {} of shape {}. Choose the file of the labels.</source>
        <translation>{}：标签应为每样本一个整数，但此文件为形状 {2} 的 {1}。请选择标签文件。</translation>
    </message>
    <message>
        <source>{}: no file of labels goes with these samples. Choose it in the data settings.</source>
        <translation>{}：这些样本没有对应的标签文件。请在数据设置中选择。</translation>
    </message>
    <message>
        <source>{}: has {} labels, but {} has {} samples. Choose the two files that belong together.</source>
        <translation>{}：有 {} 个标签，但 {} 有 {} 个样本。请选择相互对应的两个文件。</translation>
    </message>
    <message>
        <source>{}: holds no samples (shape {}). Choose another file.</source>
        <translation>{}：没有样本（形状 {}）。请选择其他文件。</translation>
    </message>
    <message>
        <source>{}: samples are {} {}, but those of {} are {} {}. Choose test data of the same kind.</source>
        <translation>{}：样本为 {} {}，而 {} 的样本为 {} {}。请选择同类的测试数据。</translation>
    </message>
    <message>
        <source>{}: label {} is {}, expected 0 to {}. Correct the class names in the data settings or the file.</source>
        <translation>{}：第 {} 个标签为 {}，应为 0 至 {}。请更正数据设置中的类别名或该文件。</translation>
    </message>
    <message>
        <source>{}: the picture has {}×{} pixels; at most {} in all and {} a side are read. Make it smaller or remove it.</source>
        <translation>{}：图片为 {}×{} 像素；总数至多 {}，边长至多 {}。请缩小或移除。</translation>
    </message>
    <message>
        <source>{}: is not a whole {} picture ({}). Replace or remove it, or let broken samples be skipped.</source>
        <translation>{}：不是完整的 {} 图片（{}）。请替换或移除，或跳过损坏的样本。</translation>
    </message>
    <message>
        <source>{}: is neither PNG nor JPEG. Convert it to one of them, remove it, or let broken samples be skipped.</source>
        <translation>{}：既不是 PNG 也不是 JPEG。请转换格式、移除，或跳过损坏的样本。</translation>
    </message>
    <message>
        <source>The picture cannot be written as PNG: {}.</source>
        <translation>无法将图片写为 PNG：{}。</translation>
    </message>
    <message>
        <source>The network&apos;s input of shape {} is not a picture. Give it numbers.</source>
        <translation>网络输入的形状 {} 不是图片。请提供数字。</translation>
    </message>
    <message>
        <source>The network takes {} numbers, got {}.</source>
        <translation>网络需要 {} 个数，得到 {} 个。</translation>
    </message>
    <message>
        <source>There is no layer with the id {}.</source>
        <translation>没有标识为 {} 的层。</translation>
    </message>
    <message>
        <source>A layer needs a name.</source>
        <translation>层需要名称。</translation>
    </message>
    <message>
        <source>{}: a name cannot contain &apos;/&apos;, which separates groups.</source>
        <translation>{}：名称不能含有“/”，它用于分隔组。</translation>
    </message>
    <message>
        <source>A name cannot contain line breaks or control characters.</source>
        <translation>名称不能含有换行或控制字符。</translation>
    </message>
    <message>
        <source>There is already a layer named {}.</source>
        <translation>已有名为 {} 的层。</translation>
    </message>
    <message>
        <source>{}: its input comes from layer {}, which does not exist.</source>
        <translation>{}：其输入来自不存在的层 {}。</translation>
    </message>
    <message>
        <source>{}: there is no output {} on {}, which has {}.</source>
        <translation>{}：{2} 没有输出 {1}，它有 {3} 个输出。</translation>
    </message>
    <message>
        <source>{}: it has no operator.</source>
        <translation>{}：没有算子。</translation>
    </message>
    <message>
        <source>{}: {} has {} inputs, got {}.</source>
        <translation>{}：{} 有 {} 个输入，得到 {} 个。</translation>
    </message>
    <message>
        <source>{}: {} has {} outputs, got {}.</source>
        <translation>{}：{} 有 {} 个输出，得到 {} 个。</translation>
    </message>
    <message>
        <source>{}: a layer cannot feed itself.</source>
        <translation>{}：层不能连接到自身。</translation>
    </message>
    <message>
        <source>{1} already depends on {0}; this wire would close a cycle.</source>
        <translation>{1} 已依赖于 {0}；此连线会形成环路。</translation>
    </message>
    <message>
        <source>{}: the id {} is too large; at most {} is possible.</source>
        <translation>{}：标识 {} 过大；至多为 {}。</translation>
    </message>
    <message>
        <source>{}: the id {} belongs to {} already.</source>
        <translation>{}：标识 {} 已属于 {}。</translation>
    </message>
    <message>
        <source>{}: {} has {} inputs; there is no input {}.</source>
        <translation>{}：{} 有 {} 个输入；没有输入 {}。</translation>
    </message>
    <message>
        <source>{}: input {} is switched off by {}.</source>
        <translation>{}：输入 {} 已被 {} 关闭。</translation>
    </message>
    <message>
        <source>{}: nothing is connected to input {}.</source>
        <translation>{}：输入 {} 未连接。</translation>
    </message>
    <message>
        <source>{}: {} has {} outputs, but {} reads output {}.</source>
        <translation>{}：{} 有 {} 个输出，但 {} 读取输出 {}。</translation>
    </message>
    <message>
        <source>{}: {} has no setting named {}.</source>
        <translation>{}：{} 没有名为 {} 的设置。</translation>
    </message>
    <message>
        <source>{}: input {} of {} holds no parameter.</source>
        <translation>{}：{2} 的输入 {1} 不含参数。</translation>
    </message>
    <message>
        <source>{}: there is no initialiser named {}.</source>
        <translation>{}：没有名为 {} 的初始化方式。</translation>
    </message>
    <message>
        <source>{} must be set</source>
        <translation>必须设置 {}</translation>
    </message>
    <message>
        <source>Set to {}</source>
        <translation>设为 {}</translation>
    </message>
    <message>
        <source>{} has no setting named {}; it is ignored</source>
        <translation>{} 没有名为 {} 的设置；已忽略</translation>
    </message>
    <message>
        <source>nothing is connected to {}</source>
        <translation>{} 未连接</translation>
    </message>
    <message>
        <source>{}: expected {}, got {}</source>
        <translation>{}：应为 {}，得到 {}</translation>
    </message>
    <message>
        <source>{} has no shape rule</source>
        <translation>{} 没有形状规则</translation>
    </message>
    <message>
        <source>its shapes are too large</source>
        <translation>其形状过大</translation>
    </message>
    <message>
        <source>it is muted, but has no input that it could let through</source>
        <translation>该层已静音，但没有可以直通的输入</translation>
    </message>
    <message>
        <source>it is muted, but works on, for it turns {} into {}</source>
        <translation>该层已静音但仍在工作，因为它将 {} 变为 {}</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}：{}</translation>
    </message>
    <message>
        <source>there is no group named {}</source>
        <translation>没有名为 {} 的组</translation>
    </message>
    <message>
        <source>the group {} contains itself</source>
        <translation>组 {} 包含自身</translation>
    </message>
    <message>
        <source>the group {} has {} inputs, but {} are connected</source>
        <translation>组 {} 有 {} 个输入，但连接了 {} 个</translation>
    </message>
    <message>
        <source>the group {} has {} outputs, but this layer has {}</source>
        <translation>组 {} 有 {} 个输出，但该层有 {} 个</translation>
    </message>
    <message>
        <source>a repeated group needs as many outputs as inputs; {} has {} inputs and {} outputs</source>
        <translation>重复的组须有同样多的输入与输出；{} 有 {} 个输入和 {} 个输出</translation>
    </message>
    <message>
        <source>with all its repeats the network is too large</source>
        <translation>计入所有重复后网络过大</translation>
    </message>
    <message>
        <source>its repeats cannot share weights, for their weights have different shapes</source>
        <translation>各次重复的权重形状不同，无法共享</translation>
    </message>
    <message>
        <source>There is no initialiser named {}.</source>
        <translation>没有名为 {} 的初始化方式。</translation>
    </message>
    <message>
        <source>A parameter of type {} cannot be initialised.</source>
        <translation>类型为 {} 的参数无法初始化。</translation>
    </message>
    <message>
        <source>{}: with all groups repeated the network has more than {} layers.</source>
        <translation>{}：展开所有重复后网络超过 {} 层。</translation>
    </message>
    <message>
        <source>{}: there is no group named {}.</source>
        <translation>{}：没有名为 {} 的组。</translation>
    </message>
    <message>
        <source>{}: the group {} contains itself.</source>
        <translation>{}：组 {} 包含自身。</translation>
    </message>
    <message>
        <source>{}: a repeated group needs as many outputs as inputs; {} has {} inputs and {} outputs.</source>
        <translation>{}：重复的组须有同样多的输入与输出；{} 有 {} 个输入和 {} 个输出。</translation>
    </message>
    <message>
        <source>{}: expected a whole number, got {}</source>
        <translation>{}：应为整数，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected a number, got {}</source>
        <translation>{}：应为数字，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected on or off, got {}</source>
        <translation>{}：应为开或关，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected a text, got {}</source>
        <translation>{}：应为文本，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected whole numbers, got {}</source>
        <translation>{}：应为若干整数，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected numbers, got {}</source>
        <translation>{}：应为若干数字，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected texts, got {}</source>
        <translation>{}：应为若干文本，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected a shape such as N,1,28,28, got {}</source>
        <translation>{}：应为形状，如 N,1,28,28，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected a tensor, got {}</source>
        <translation>{}：应为张量，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected a graph, got {}</source>
        <translation>{}：应为图，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected at least {}, got {}</source>
        <translation>{}：应至少为 {}，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected at most {}, got {}</source>
        <translation>{}：应至多为 {}，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected {} to {}, got {}</source>
        <translation>{}：应为 {} 至 {}，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected one of {}, got {}</source>
        <translation>{}：应为 {} 之一，得到 {}</translation>
    </message>
    <message>
        <source>the operator {} of {} is not known here; it is kept as it is</source>
        <translation>此处不认识 {1} 的算子 {0}；将原样保留</translation>
    </message>
    <message>
        <source>There is no operator {} in the domain {}.</source>
        <translation>域 {1} 中没有算子 {0}。</translation>
    </message>
    <message>
        <source>expected {} of shape {}, got {}</source>
        <translation>应为形状 {1} 的 {0}，得到 {2}</translation>
    </message>
    <message>
        <source>{}: attribute type {} is not supported</source>
        <translation>{}：不支持属性类型 {}</translation>
    </message>
    <message>
        <source>attribute {}: expected numbers only, got {}</source>
        <translation>属性 {}：应只含数字，得到 {}</translation>
    </message>
    <message>
        <source>opset {}: expected {} to {}</source>
        <translation>算子集 {}：应为 {} 至 {}</translation>
    </message>
    <message>
        <source>the model is larger than the 2 GB that an ONNX file can hold</source>
        <translation>模型超过 ONNX 文件可容纳的 2 GB</translation>
    </message>
    <message>
        <source>{}: says no opset; this is not a complete ONNX model</source>
        <translation>{}：未标明算子集；这不是完整的 ONNX 模型</translation>
    </message>
    <message>
        <source>{}: {} bytes; a model above 2 GB keeps its weights as external data</source>
        <translation>{}：{} 字节；超过 2 GB 的模型须将权重作为外部数据保存</translation>
    </message>
    <message>
        <source>{}: this is not an ONNX model, or it is cut short ({} bytes); fetch or export it again</source>
        <translation>{}：不是 ONNX 模型或文件被截断（{} 字节）；请重新获取或导出</translation>
    </message>
    <message>
        <source>{}: model-local functions are not supported; export with functions inlined</source>
        <translation>{}：不支持模型内函数；请在导出时内联函数</translation>
    </message>
    <message>
        <source>{}: external data: expected a number of bytes, got &quot;{}&quot;</source>
        <translation>{}：外部数据：应为字节数，得到“{}”</translation>
    </message>
    <message>
        <source>{}: external data &quot;{}&quot;: expected a path below the model&apos;s folder</source>
        <translation>{}：外部数据“{}”：路径应在模型文件夹之内</translation>
    </message>
    <message>
        <source>{}: external data &quot;{}&quot; cannot be opened: {}; put the file beside the model</source>
        <translation>{}：无法打开外部数据“{}”：{}；请将文件放在模型旁</translation>
    </message>
    <message>
        <source>{}: external data &quot;{}&quot; lies outside the model&apos;s folder and is not read</source>
        <translation>{}：外部数据“{}”位于模型文件夹之外，不予读取</translation>
    </message>
    <message>
        <source>{}: external data is not read here; give the model as a file</source>
        <translation>{}：此处不读取外部数据；请以文件形式提供模型</translation>
    </message>
    <message>
        <source>{}: expected {} bytes at offset {} of &quot;{}&quot;, which has {}</source>
        <translation>{}：应从“{3}”的偏移 {2} 处读取 {1} 字节，但它只有 {4}</translation>
    </message>
    <message>
        <source>{}: element type {} is not one of ONNX&apos;s</source>
        <translation>{}：元素类型 {} 不属于 ONNX</translation>
    </message>
    <message>
        <source>{}: shape {} is negative or too large</source>
        <translation>{}：形状 {} 为负或过大</translation>
    </message>
    <message>
        <source>{}: expected {} strings for shape {}, got {}</source>
        <translation>{}：形状 {2} 应有 {1} 个字符串，得到 {3} 个</translation>
    </message>
    <message>
        <source>{}: expected {} bytes for {} {}, got {}</source>
        <translation>{}：{2} {3} 应有 {1} 字节，得到 {4}</translation>
    </message>
    <message>
        <source>{}: expected {} elements for {} {}, got {}</source>
        <translation>{}：{2} {3} 应有 {1} 个元素，得到 {4}</translation>
    </message>
    <message>
        <source>{}: {}: {}</source>
        <translation>{}：{}：{}</translation>
    </message>
    <message>
        <source>value &quot;{}&quot; is produced twice</source>
        <translation>值“{}”被产生了两次</translation>
    </message>
    <message>
        <source>input &quot;{}&quot; is produced by nobody</source>
        <translation>输入“{}”无来源</translation>
    </message>
    <message>
        <source>the graph has a cycle through this layer</source>
        <translation>图中有经过该层的环路</translation>
    </message>
    <message>
        <source>this output of the graph is produced by nobody</source>
        <translation>图的该输出无来源</translation>
    </message>
    <message>
        <source>{}: attribute &quot;{}&quot; has no meaning for {} here and was left out</source>
        <translation>{}：属性“{}”对此处的 {} 没有意义，已略去</translation>
    </message>
    <message>
        <source>attribute &quot;{}&quot; has the wrong type</source>
        <translation>属性“{}”的类型不正确</translation>
    </message>
    <message>
        <source>the network has no Output layer; add one behind the layer whose result is wanted</source>
        <translation>网络没有 Output 层；请在需要其结果的层之后添加</translation>
    </message>
    <message>
        <source>{}: an Output reads this layer, which exists in training only</source>
        <translation>{}：Output 读取的层只在训练时存在</translation>
    </message>
    <message>
        <source>{}: nothing is wired to this Output; wire it or delete it</source>
        <translation>{}：此 Output 未连线；请连线或删除</translation>
    </message>
    <message>
        <source>{}: the shape of {} is not known: {}</source>
        <translation>{}：{} 的形状未知：{}</translation>
    </message>
    <message>
        <source>{}: {} should have shape {}, its weights have {}; train again or load others</source>
        <translation>{}：{} 的形状应为 {}，其权重为 {}；请重新训练或载入其他权重</translation>
    </message>
    <message>
        <source>{}: {} has no counterpart in ONNX</source>
        <translation>{}：{} 在 ONNX 中没有对应算子</translation>
    </message>
    <message>
        <source>{}: Constant with a sparse value is not supported</source>
        <translation>{}：不支持稀疏值的 Constant</translation>
    </message>
    <message>
        <source>{}: expected a Constant with a value, got none</source>
        <translation>{}：Constant 应有值，但没有</translation>
    </message>
    <message>
        <source>Set {} to {}</source>
        <translation>将 {} 设为 {}</translation>
    </message>
    <message>
        <source>group: expected 1 or more, got {}</source>
        <translation>group：应为 1 或更大，得到 {}</translation>
    </message>
    <message>
        <source>channels: expected a positive multiple of group ({}), got {}</source>
        <translation>channels：应为 group（{}）的正整数倍，得到 {}</translation>
    </message>
    <message>
        <source>group: expected a divisor of the {} input channels, got {}</source>
        <translation>group：应为输入通道数 {} 的约数，得到 {}</translation>
    </message>
    <message>
        <source>expected a known number of input channels, got {} in {}</source>
        <translation>输入通道数应为已知，{1} 中为 {0}</translation>
    </message>
    <message>
        <source>expected residual of shape {}, got {}</source>
        <translation>残差形状应为 {}，得到 {}</translation>
    </message>
    <message>
        <source>Insert Flatten before it</source>
        <translation>在其前插入 Flatten</translation>
    </message>
    <message>
        <source>expected a 2-D input [N,K] for A, got {}</source>
        <translation>A 应为二维输入 [N,K]，得到 {}</translation>
    </message>
    <message>
        <source>expected C to broadcast to {}, got {}</source>
        <translation>C 应能广播到 {}，得到 {}</translation>
    </message>
    <message>
        <source>units: expected 1 or more, got {}</source>
        <translation>units：应为 1 或更大，得到 {}</translation>
    </message>
    <message>
        <source>expected a known number of features, got {} in {}</source>
        <translation>特征数应为已知，{1} 中为 {0}</translation>
    </message>
    <message>
        <source>expected a vector or matrices for {}, got a scalar</source>
        <translation>{} 应为向量或矩阵，得到标量</translation>
    </message>
    <message>
        <source>expected matrices that can be multiplied, got {} and {}</source>
        <translation>应为可相乘的矩阵，得到 {} 与 {}</translation>
    </message>
    <message>
        <source>expected a target of the prediction&apos;s shape {}, got {}</source>
        <translation>目标形状应与预测相同，为 {}，得到 {}</translation>
    </message>
    <message>
        <source>expected shapes that broadcast together, got {} and {}</source>
        <translation>形状应可相互广播，得到 {} 与 {}</translation>
    </message>
    <message>
        <source>{}: broadcasting along axis {} as before opset 7 is only supported at the end of the shape</source>
        <translation>{}：沿轴 {} 的广播（算子集 7 之前的方式）仅支持位于形状末尾</translation>
    </message>
    <message>
        <source>expected a known number of channels, got {} in {}</source>
        <translation>通道数应为已知，{1} 中为 {0}</translation>
    </message>
    <message>
        <source>expected one output unless training_mode is set, got {}</source>
        <translation>未设 training_mode 时应只有一个输出，得到 {}</translation>
    </message>
    <message>
        <source>{}: BatchNormalization with spatial = 0 (statistics of every position) is not supported</source>
        <translation>{}：不支持 spatial = 0 的 BatchNormalization（逐位置统计）</translation>
    </message>
    <message>
        <source>ratio: expected 0 or more and less than 1, got {}</source>
        <translation>ratio：应大于等于 0 且小于 1，得到 {}</translation>
    </message>
    <message>
        <source>Dropout in training mode is random: the specification gives no result for it</source>
        <translation>训练模式的 Dropout 是随机的：规范未给出其结果</translation>
    </message>
    <message>
        <source>expected a gradient of shape {}, got {}</source>
        <translation>梯度形状应为 {}，得到 {}</translation>
    </message>
    <message>
        <source>{}: AveragePool has dilations from opset 19 on; choose that or a later one</source>
        <translation>{}：AveragePool 自算子集 19 起才支持 dilations；请选用该版本或更高版本</translation>
    </message>
    <message>
        <source>{}: expected {} with the attribute kernel_shape, got none</source>
        <translation>{}：{} 应带有 kernel_shape 属性，但没有</translation>
    </message>
    <message>
        <source>axes: expected {} to {} for the input {}, got {}</source>
        <translation>axes：对输入 {2} 应为 {0} 至 {1}，得到 {3}</translation>
    </message>
    <message>
        <source>{}: the axes must be known to train</source>
        <translation>{}：训练时轴须为已知</translation>
    </message>
    <message>
        <source>{}: {} takes its axes from a wire from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能由连线给出轴</translation>
    </message>
    <message>
        <source>expected input {} to be {} but for axis {}, got {}</source>
        <translation>输入 {} 除轴 {2} 外应为 {1}，得到 {3}</translation>
    </message>
    <message>
        <source>{}: the size of input {} along axis {} must be known to train, got {}</source>
        <translation>{}：训练时输入 {} 沿轴 {} 的大小须为已知，得到 {}</translation>
    </message>
    <message>
        <source>{}: there is no reference for {} elements</source>
        <translation>{}：没有针对 {} 元素的参考实现</translation>
    </message>
    <message>
        <source>expected a shape with the elements of {}, got {}</source>
        <translation>形状的元素数应与 {} 相同，得到 {}</translation>
    </message>
    <message>
        <source>shape: entry {} is 0, which keeps the input&apos;s dimension, but the input {} has only {}</source>
        <translation>shape：第 {} 项为 0，表示保留输入维度，但输入 {} 只有 {} 维</translation>
    </message>
    <message>
        <source>shape: expected at most one −1, got {}</source>
        <translation>shape：至多有一个 −1，得到 {} 个</translation>
    </message>
    <message>
        <source>perm: expected each of 0 to {} once for the input {}, got {}</source>
        <translation>perm：对输入 {1}，0 至 {0} 应各出现一次，得到 {2}</translation>
    </message>
    <message>
        <source>shape: expected dimensions of at least 0, got {}</source>
        <translation>shape：维度应至少为 0，得到 {}</translation>
    </message>
    <message>
        <source>expected a tensor for {}, got {}</source>
        <translation>{} 应为张量，得到 {}</translation>
    </message>
    <message>
        <source>expected a {}-D input {} for {}, got {}</source>
        <translation>{2} 应为 {0} 维输入 {1}，得到 {3}</translation>
    </message>
    <message>
        <source>expected {} elements for {}, the type of {}, got {}</source>
        <translation>{1} 的元素类型应为 {0}（与 {2} 相同），得到 {3}</translation>
    </message>
    <message>
        <source>{}: expected an input with dimensions, got a scalar</source>
        <translation>{}：输入应有维度，得到标量</translation>
    </message>
    <message>
        <source>{}: expected {} to {} for a {}-D input, got {}</source>
        <translation>{}：对 {3} 维输入应为 {1} 至 {2}，得到 {4}</translation>
    </message>
    <message>
        <source>{}: {} has symbols that are not bound to sizes: {}</source>
        <translation>{}：{} 含有未赋值的符号：{}</translation>
    </message>
    <message>
        <source>{}: expected two numbers per spatial axis (of {}), got {}</source>
        <translation>{}：每个空间轴（共 {} 个）应有两个数，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected one number per spatial axis (of {}), got {}</source>
        <translation>{}：每个空间轴（共 {} 个）应有一个数，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected numbers from {} to {}, got {}</source>
        <translation>{}：各数应在 {} 至 {} 之间，得到 {}</translation>
    </message>
    <message>
        <source>auto_pad: expected NOTSET, SAME_UPPER, SAME_LOWER or VALID, got {}</source>
        <translation>auto_pad：应为 NOTSET、SAME_UPPER、SAME_LOWER 或 VALID，得到 {}</translation>
    </message>
    <message>
        <source>expected at least {} elements with padding along spatial axis {} for the window, got {}</source>
        <translation>空间轴 {1} 上含填充应至少有 {0} 个元素以容纳窗口，得到 {2}</translation>
    </message>
    <message>
        <source>algorithms: expected family=algorithm, got {}</source>
        <translation>algorithms：应为 family=algorithm，得到 {}</translation>
    </message>
    <message>
        <source>no trainable parameter leads to the loss: add a layer with weights, or unfreeze one</source>
        <translation>没有可训练参数通向损失：请添加带权重的层，或解除某层的冻结</translation>
    </message>
    <message>
        <source>{}: a loss has float32 or float64 elements, this one {}</source>
        <translation>{}：损失的元素应为 float32 或 float64，此处为 {}</translation>
    </message>
    <message>
        <source>{}: the operator {} has no gradient, so the layers before it cannot train; freeze them or take it out</source>
        <translation>{}：算子 {} 没有梯度，其前面的层无法训练；请冻结它们或移除该算子</translation>
    </message>
    <message>
        <source>{}: expected {} {}, the weights have {} {}</source>
        <translation>{}：应为 {} {}，权重为 {} {}</translation>
    </message>
    <message>
        <source>kernel {}: {} is not a pointer of its arguments</source>
        <translation>内核 {}：{} 不是其参数中的指针</translation>
    </message>
    <message>
        <source>kernel {}: {} points to {}, got {}</source>
        <translation>内核 {}：{} 指向 {}，得到 {}</translation>
    </message>
    <message>
        <source>{}: nothing is wired to {}</source>
        <translation>{}：{} 未连线</translation>
    </message>
    <message>
        <source>{}: a loss to train on is a single number, this one has shape {}; set reduction to mean or sum</source>
        <translation>{}：用于训练的损失应为单个数，此处形状为 {}；请将 reduction 设为 mean 或 sum</translation>
    </message>
    <message>
        <source>{}: the operator {} is defined by itself</source>
        <translation>{}：算子 {} 由自身定义</translation>
    </message>
    <message>
        <source>there is no optimiser named {}; expected SGD, Adam or AdamW</source>
        <translation>没有名为 {} 的优化器；应为 SGD、Adam 或 AdamW</translation>
    </message>
    <message>
        <source>{}: the shape of {} is not known</source>
        <translation>{}：{} 的形状未知</translation>
    </message>
    <message>
        <source>{}: the shape {} of {} depends on a symbol</source>
        <translation>{}：{2} 的形状 {1} 依赖于符号</translation>
    </message>
    <message>
        <source>{}: the operator {} has no implementation</source>
        <translation>{}：算子 {} 没有实现</translation>
    </message>
    <message>
        <source>input &quot;{}&quot; is missing</source>
        <translation>缺少输入“{}”</translation>
    </message>
    <message>
        <source>{}: nothing is wired to this output</source>
        <translation>{}：此输出未连线</translation>
    </message>
    <message>
        <source>there is no output named {}</source>
        <translation>没有名为 {} 的输出</translation>
    </message>
    <message>
        <source>{}: this output needs labels, which only training has</source>
        <translation>{}：此输出需要标签，只有训练时才有</translation>
    </message>
    <message>
        <source>the drawing has no loss; add one, for example SoftmaxCrossEntropyLoss, behind the last layer</source>
        <translation>图中没有损失；请在最后一层之后添加，例如 SoftmaxCrossEntropyLoss</translation>
    </message>
    <message>
        <source>there is no drawing to plan</source>
        <translation>没有可规划的图</translation>
    </message>
    <message>
        <source>the drawing has no output; add an Output behind the last layer</source>
        <translation>图中没有输出；请在最后一层之后添加 Output</translation>
    </message>
    <message>
        <source>{}: the operator {} has no implementation for the CPU: {}</source>
        <translation>{}：算子 {} 没有 CPU 实现：{}</translation>
    </message>
    <message>
        <source>{}: output {} is {}; plans hold tensors only</source>
        <translation>{}：输出 {} 为 {}；执行计划只能包含张量</translation>
    </message>
    <message>
        <source>{}: the rank of output {} is known only at run time</source>
        <translation>{}：输出 {} 的维数只有运行时才能知道</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>IDX files, a folder of class folders with images, or a table.</source>
        <translation>IDX 文件、按类别分文件夹的图像，或表格。</translation>
    </message>
    <message>
        <source>Training samples</source>
        <translation>训练样本</translation>
    </message>
    <message>
        <source>File or folder, relative to the project file.</source>
        <translation>文件或文件夹，相对于项目文件。</translation>
    </message>
    <message>
        <source>Training labels</source>
        <translation>训练标签</translation>
    </message>
    <message>
        <source>IDX file with a label for every sample.</source>
        <translation>含每个样本标签的 IDX 文件。</translation>
    </message>
    <message>
        <source>Test samples</source>
        <translation>测试样本</translation>
    </message>
    <message>
        <source>File or folder that training never sees; may be empty.</source>
        <translation>训练从不使用的文件或文件夹；可留空。</translation>
    </message>
    <message>
        <source>Test labels</source>
        <translation>测试标签</translation>
    </message>
    <message>
        <source>IDX file with a label for every test sample.</source>
        <translation>含每个测试样本标签的 IDX 文件。</translation>
    </message>
    <message>
        <source>Target column</source>
        <translation>目标列</translation>
    </message>
    <message>
        <source>The column that the network learns to tell.</source>
        <translation>网络要学会预测的列。</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Names in the order of their numbers; empty: from the data.</source>
        <translation>按编号顺序排列的名称；留空则取自数据。</translation>
    </message>
    <message>
        <source>Validation share</source>
        <translation>验证比例</translation>
    </message>
    <message>
        <source>Share of the training samples that only checks the training.</source>
        <translation>仅用于检验训练效果的训练样本比例。</translation>
    </message>
    <message>
        <source>Validation seed</source>
        <translation>验证种子</translation>
    </message>
    <message>
        <source>Which samples those are.</source>
        <translation>决定选取哪些样本。</translation>
    </message>
    <message>
        <source>Broken samples</source>
        <translation>损坏的样本</translation>
    </message>
    <message>
        <source>Stop the run and name the file, or skip it.</source>
        <translation>停止运行并指出文件，或跳过。</translation>
    </message>
    <message>
        <source>Normalise</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>How stored values become inputs: as they are, to 0 … 1, by the given mean and deviation, or by those of the training data.</source>
        <translation>存储的数值如何变为输入：保持原样、缩放到 0 … 1、按给定的均值与标准差，或按训练数据的均值与标准差。</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>One number a channel or feature, or one for all.</source>
        <translation>每个通道或特征一个数，或全部共用一个。</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Images are scaled to it; 0: as the first image.</source>
        <translation>图像缩放到此大小；0 表示与第一张图像相同。</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>1 for grey, 3 for colour; 0: as the first image.</source>
        <translation>灰度为 1，彩色为 3；0 表示与第一张图像相同。</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>表头</translation>
    </message>
    <message>
        <source>The first line names the columns; without one they are 1, 2, …</source>
        <translation>第一行为列名；没有表头时列名为 1、2、…</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>分隔符</translation>
    </message>
    <message>
        <source>One character between cells; empty: by the file&apos;s name.</source>
        <translation>单元格之间的一个字符；留空则由文件名决定。</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Columns that go into the network; empty: all but the target.</source>
        <translation>输入网络的列；留空表示除目标外的所有列。</translation>
    </message>
    <message>
        <source>Target is</source>
        <translation>目标为</translation>
    </message>
    <message>
        <source>Classes or a number; automatic looks at the column.</source>
        <translation>类别或数值；“自动”按列的内容判断。</translation>
    </message>
    <message>
        <source>a group&apos;s name is not empty and has no &apos;/&apos;.</source>
        <translation>组名不能为空，也不能含有“/”。</translation>
    </message>
    <message>
        <source>The clipboard holds {} bytes, at most {} can be pasted.</source>
        <translation>剪贴板有 {} 字节，至多可粘贴 {} 字节。</translation>
    </message>
    <message>
        <source>The clipboard holds no layers.</source>
        <translation>剪贴板中没有层。</translation>
    </message>
    <message>
        <source>These layers were copied in a newer Espalier; update Espalier to paste them.</source>
        <translation>这些层是在较新的 Espalier 中复制的；请更新 Espalier 后再粘贴。</translation>
    </message>
    <message>
        <source>clipboard: two layers have the same id, {}.</source>
        <translation>剪贴板：两层具有相同的标识 {}。</translation>
    </message>
    <message>
        <source>{} has no input of this name.</source>
        <translation>{} 没有此名称的输入。</translation>
    </message>
    <message>
        <source>{} and {} have the same id, {}.</source>
        <translation>{} 与 {} 具有相同的标识 {}。</translation>
    </message>
    <message>
        <source>{} feeds itself through other layers.</source>
        <translation>{} 经由其他层连接到自身。</translation>
    </message>
    <message>
        <source>{}: it is nested more than {} deep.</source>
        <translation>{}：嵌套超过 {} 层。</translation>
    </message>
    <message>
        <source>{}: line {} is not valid JSON; the file is cut or damaged.</source>
        <translation>{}：第 {} 行不是有效的 JSON；文件被截断或已损坏。</translation>
    </message>
    <message>
        <source>{} is missing; the file is cut or damaged.</source>
        <translation>缺少 {}；文件被截断或已损坏。</translation>
    </message>
    <message>
        <source>{} is no id.</source>
        <translation>{} 不是标识。</translation>
    </message>
    <message>
        <source>{}: is no Espalier project.</source>
        <translation>{}：不是 Espalier 项目。</translation>
    </message>
    <message>
        <source>{}: was saved by a newer Espalier (format {}; this one reads up to {}). Update Espalier to open it; the file is unchanged.</source>
        <translation>{}：由较新的 Espalier 保存（格式 {}；本版本最多读取 {}）。请更新 Espalier 后再打开；文件未被改动。</translation>
    </message>
    <message>
        <source>{}: has the format {}, which is too old to be read.</source>
        <translation>{}：格式 {} 过旧，无法读取。</translation>
    </message>
    <message>
        <source>The weights are left out. {}</source>
        <translation>权重已略去。{}</translation>
    </message>
    <message>
        <source>{}: was changed by another program since it was opened. Save under another name, or open it again.</source>
        <translation>{}：打开之后已被其他程序更改。请另存为其他名称，或重新打开。</translation>
    </message>
    <message>
        <source>{}: {} has the type {}, which safetensors cannot hold.</source>
        <translation>{}：{} 的类型为 {}，safetensors 无法保存。</translation>
    </message>
    <message>
        <source>{}: expected a whole number, got {}.</source>
        <translation>{}：应为整数，得到 {}。</translation>
    </message>
    <message>
        <source>{}: expected a number, got {}.</source>
        <translation>{}：应为数字，得到 {}。</translation>
    </message>
    <message>
        <source>{}: expected true or false, got {}.</source>
        <translation>{}：应为 true 或 false，得到 {}。</translation>
    </message>
    <message>
        <source>{}: a tensor or graph cannot be given as a text.</source>
        <translation>{}：张量或图不能以文本给出。</translation>
    </message>
    <message>
        <source>{}: expected layers.NAME.SETTING.</source>
        <translation>{}：应为 layers.名称.设置。</translation>
    </message>
    <message>
        <source>{}: there is no layer named {}.</source>
        <translation>{}：没有名为 {} 的层。</translation>
    </message>
    <message>
        <source>{}: {} has no setting {}; it has {}.</source>
        <translation>{}：{} 没有设置 {}；现有 {}。</translation>
    </message>
    <message>
        <source>{}: {}.</source>
        <translation>{}：{}。</translation>
    </message>
    <message>
        <source>The name of the setting is too long.</source>
        <translation>设置的名称过长。</translation>
    </message>
    <message>
        <source>There is no setting {}; the closest is {}.</source>
        <translation>没有设置 {}；最接近的是 {}。</translation>
    </message>
    <message>
        <source>{}: expected a number of at least {}, got {}.</source>
        <translation>{}：应为至少 {} 的数，得到 {}。</translation>
    </message>
    <message>
        <source>{}: expected a number from {} to {}, got {}.</source>
        <translation>{}：应为 {} 至 {} 的数，得到 {}。</translation>
    </message>
    <message>
        <source>{}: expected one of {}, got {}.</source>
        <translation>{}：应为 {} 之一，得到 {}。</translation>
    </message>
    <message>
        <source>{}: the value {} is of another type.</source>
        <translation>{}：值 {} 的类型不符。</translation>
    </message>
    <message>
        <source>{}: expected one character, got {}.</source>
        <translation>{}：应为一个字符，得到 {}。</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>How often the training data is gone through.</source>
        <translation>遍历训练数据的次数。</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Samples between two updates of the weights.</source>
        <translation>两次更新权重之间的样本数。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Start of all random numbers; the same seed repeats a run.</source>
        <translation>所有随机数的起点；相同的种子可重现一次运行。</translation>
    </message>
    <message>
        <source>On NaN or infinity</source>
        <translation>遇 NaN 或无穷大时</translation>
    </message>
    <message>
        <source>Whether the run stops when the loss is no number any more.</source>
        <translation>损失不再是数值时是否停止运行。</translation>
    </message>
    <message>
        <source>How gradients become steps.</source>
        <translation>梯度如何变为更新步。</translation>
    </message>
    <message>
        <source>Size of a step, before the schedule.</source>
        <translation>更新步的大小（调度之前）。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Pull of the weights towards 0; AdamW applies it apart from the gradient.</source>
        <translation>将权重拉向 0 的力度；AdamW 将其与梯度分开施加。</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Share of the last step that the next one keeps.</source>
        <translation>下一步保留上一步的比例。</translation>
    </message>
    <message>
        <source>Dampening</source>
        <translation>阻尼</translation>
    </message>
    <message>
        <source>Share of the gradient that momentum leaves out.</source>
        <translation>动量略去的梯度比例。</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>Looks ahead along the momentum; needs momentum and no dampening.</source>
        <translation>沿动量方向前瞻；需要动量且无阻尼。</translation>
    </message>
    <message>
        <source>β₁</source>
        <translation>β₁</translation>
    </message>
    <message>
        <source>Memory of the gradients&apos; mean.</source>
        <translation>梯度均值的记忆系数。</translation>
    </message>
    <message>
        <source>β₂</source>
        <translation>β₂</translation>
    </message>
    <message>
        <source>Memory of the squared gradients&apos; mean.</source>
        <translation>梯度平方均值的记忆系数。</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>Keeps the division by small gradients finite.</source>
        <translation>使除以很小的梯度时结果保持有限。</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>How the learning rate changes: not, in steps, or along a cosine to its minimum.</source>
        <translation>学习率的变化方式：不变、阶梯下降，或沿余弦降至最小值。</translation>
    </message>
    <message>
        <source>Epochs a step</source>
        <translation>每阶轮数</translation>
    </message>
    <message>
        <source>Epochs between two drops.</source>
        <translation>两次下降之间的轮数。</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>What a drop multiplies the learning rate by.</source>
        <translation>每次下降时学习率所乘的系数。</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Learning rate at the end.</source>
        <translation>结束时的学习率。</translation>
    </message>
    <message>
        <source>Warm-up epochs</source>
        <translation>预热轮数</translation>
    </message>
    <message>
        <source>The learning rate rises from 0 over so many epochs; parts of one are possible.</source>
        <translation>学习率在若干轮内从 0 升起；可以不是整轮。</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>The same counted in steps; the longer of both counts.</source>
        <translation>同上，按步计；以较长者为准。</translation>
    </message>
    <message>
        <source>Keep the best</source>
        <translation>保留最佳</translation>
    </message>
    <message>
        <source>Keeps the weights of the best epoch.</source>
        <translation>保留最佳一轮的权重。</translation>
    </message>
    <message>
        <source>Keep the last</source>
        <translation>保留最近</translation>
    </message>
    <message>
        <source>Keeps the weights of the last epoch, from which a run resumes.</source>
        <translation>保留最近一轮的权重，运行可由此继续。</translation>
    </message>
    <message>
        <source>Every so many epochs</source>
        <translation>每隔轮数</translation>
    </message>
    <message>
        <source>Epochs between two checkpoints.</source>
        <translation>两个检查点之间的轮数。</translation>
    </message>
    <message>
        <source>Every so many steps</source>
        <translation>每隔步数</translation>
    </message>
    <message>
        <source>Also within an epoch, after so many steps; 0 for not.</source>
        <translation>在一轮之内每隔若干步也保存；0 表示不保存。</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>最佳依据</translation>
    </message>
    <message>
        <source>The measure that tells the best epoch, such as validation.loss.</source>
        <translation>判断最佳一轮所用的度量，例如 validation.loss。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Processor threads to use; 0 for all cores.</source>
        <translation>使用的处理器线程数；0 表示所有核心。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Instruction set</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>The processor instructions to use; empty for the best of this machine.</source>
        <translation>使用的处理器指令集；留空则用本机最佳者。</translation>
    </message>
    <message>
        <source>The weights {} are left out: expected {}, the file has {} {}.</source>
        <translation>权重 {} 已略去：应为 {}，文件中为 {} {}。</translation>
    </message>
    <message>
        <source>The weights {} are left out, for no layer has them.</source>
        <translation>权重 {} 已略去，因为没有层使用它。</translation>
    </message>
    <message>
        <source>Another {} weights are left out.</source>
        <translation>另有 {} 个权重被略去。</translation>
    </message>
    <message>
        <source>the device {} cannot be used: {}</source>
        <translation>无法使用设备 {}：{}</translation>
    </message>
    <message>
        <source>there is no device {}; this machine has {}</source>
        <translation>没有设备 {}；本机有 {}</translation>
    </message>
    <message>
        <source>step {} needs the device {}, which this run does not have</source>
        <translation>步骤 {} 需要设备 {}，本次运行没有该设备</translation>
    </message>
    <message>
        <source>{}: {} cannot run this step: {}</source>
        <translation>{}：{} 无法运行此步骤：{}</translation>
    </message>
    <message>
        <source>the input {} was not given</source>
        <translation>未给出输入 {}</translation>
    </message>
    <message>
        <source>there is no parameter {}</source>
        <translation>没有参数 {}</translation>
    </message>
    <message>
        <source>{}: expected {} {}, got {} {}</source>
        <translation>{}：应为 {} {}，得到 {} {}</translation>
    </message>
    <message>
        <source>{}: expected {} {}, the weights in use have {} {}</source>
        <translation>{}：应为 {} {}，当前权重为 {} {}</translation>
    </message>
    <message>
        <source>split &quot;{}&quot; is not known; there are train, validation and test</source>
        <translation>未知的划分“{}”；可用的有 train、validation 和 test</translation>
    </message>
    <message>
        <source>reading the data</source>
        <translation>正在读取数据</translation>
    </message>
    <message>
        <source>the data set has no {} samples</source>
        <translation>数据集没有 {} 样本</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>正在评估</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>samples a second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>{}: expected a .npy file in C order, little-endian: {}</source>
        <translation>{}：应为 C 顺序、小端的 .npy 文件：{}</translation>
    </message>
    <message>
        <source>{}: .npy has no element type {}</source>
        <translation>{}：.npy 没有元素类型 {}</translation>
    </message>
    <message>
        <source>operator {} ({} times) is not supported; its layers are kept but cannot run</source>
        <translation>不支持算子 {}（{} 处）；相应的层予以保留但无法运行</translation>
    </message>
    <message>
        <source>measuring the whole</source>
        <translation>正在测量整体</translation>
    </message>
    <message>
        <source>measuring the layers</source>
        <translation>正在逐层测量</translation>
    </message>
    <message>
        <source>measuring a few steps</source>
        <translation>正在测量若干步</translation>
    </message>
    <message>
        <source>{}: {} is {} here and {} at another input</source>
        <translation>{}：{} 在此处为 {}，在另一输入处为 {}</translation>
    </message>
    <message>
        <source>input &quot;{}&quot; is missing; give it with --input {}=FILE.npy</source>
        <translation>缺少输入“{}”；请用 --input {}=FILE.npy 给出</translation>
    </message>
    <message>
        <source>unexpected failure: {}</source>
        <translation>意外失败：{}</translation>
    </message>
    <message>
        <source>output &quot;{}&quot; came back as {} instead of {}</source>
        <translation>输出“{}”读回为 {} 而不是 {}</translation>
    </message>
    <message>
        <source>the file has {} outputs instead of {}</source>
        <translation>文件有 {} 个输出而不是 {} 个</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>reading it back and comparing</source>
        <translation>正在读回并比较</translation>
    </message>
    <message>
        <source>the file gives other results than the engine (largest difference {:.3g}) and was not written</source>
        <translation>文件的结果与引擎不同（最大差异 {:.3g}），未写入</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>正在保存</translation>
    </message>
    <message>
        <source>largest difference from the engine</source>
        <translation>与引擎的最大差异</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>opset</source>
        <translation>算子集</translation>
    </message>
    <message>
        <source>working memory (arena)</source>
        <translation>工作内存（内存池）</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>largest difference from the reference</source>
        <translation>与参考实现的最大差异</translation>
    </message>
    <message>
        <source>time of one call, this machine</source>
        <translation>本机单次调用耗时</translation>
    </message>
    <message>
        <source>{}: the data set has no column &quot;{}&quot;; it has {}. Set the layer&apos;s column</source>
        <translation>{}：数据集没有列“{}”；现有 {}。请设置该层的 column</translation>
    </message>
    <message>
        <source>{}: its type is {}, but column &quot;{}&quot; holds {}</source>
        <translation>{}：其类型为 {}，但列“{}”为 {}</translation>
    </message>
    <message>
        <source>the drawing has no Input; add one, data enters there</source>
        <translation>图中没有 Input；请添加，数据由此进入</translation>
    </message>
    <message>
        <source>{}: expected a checkpoint of format {}, got &quot;{}&quot;; train without --resume</source>
        <translation>{}：检查点格式应为 {}，得到“{}”；请不带 --resume 训练</translation>
    </message>
    <message>
        <source>{}: its step or run number cannot be read; train without --resume</source>
        <translation>{}：无法读取其步数或运行编号；请不带 --resume 训练</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s metrics do not belong to this network; train without --resume</source>
        <translation>检查点的指标不属于此网络；请不带 --resume 训练</translation>
    </message>
    <message>
        <source>optimiser &quot;{}&quot; is not known; there are SGD, Adam and AdamW</source>
        <translation>未知的优化器“{}”；可用的有 SGD、Adam 和 AdamW</translation>
    </message>
    <message>
        <source>instruction set &quot;{}&quot; is not known; there are plain, avx2, avx512</source>
        <translation>未知的指令集“{}”；可用的有 plain、avx2、avx512</translation>
    </message>
    <message>
        <source>instruction set {}: this machine goes up to {}</source>
        <translation>指令集 {}：本机最高支持 {}</translation>
    </message>
    <message>
        <source>the data set has no training samples</source>
        <translation>数据集没有训练样本</translation>
    </message>
    <message>
        <source>{}: there is no checkpoint to resume from; train without --resume</source>
        <translation>{}：没有可继续的检查点；请不带 --resume 训练</translation>
    </message>
    <message>
        <source>{}: parameter {} of the checkpoint is not in the drawing</source>
        <translation>{}：检查点中的参数 {} 不在图中</translation>
    </message>
    <message>
        <source>resumed with instruction set {} after {}: the result will differ in the last bits</source>
        <translation>由指令集 {1} 改以 {0} 继续：结果的末几位会有差异</translation>
    </message>
    <message>
        <source>step {}: the {} of &quot;{}&quot; gave NaN or infinity; the run has stopped and the last good checkpoint is kept. A smaller learning rate usually helps</source>
        <translation>第 {} 步：“{2}”的 {1} 产生 NaN 或无穷大；运行已停止，最近的有效检查点已保留。通常降低学习率会有帮助</translation>
    </message>
    <message>
        <source>{}: written by a newer version (format {}, this one reads {}); update the program</source>
        <translation>{}：由较新的版本写入（格式 {}，本版本读取 {}）；请更新程序</translation>
    </message>
    <message>
        <source>run {} is not in the history</source>
        <translation>历史记录中没有运行 {}</translation>
    </message>
    <message>
        <source>{}: the run history cannot be opened: {}</source>
        <translation>{}：无法打开运行历史：{}</translation>
    </message>
    <message>
        <source>the data ended before the epoch did</source>
        <translation>数据在一轮结束之前就用完了</translation>
    </message>
    <message>
        <source>{}: cannot be created: {}; choose another folder</source>
        <translation>{}：无法创建：{}；请选择其他文件夹</translation>
    </message>
    <message>
        <source>{}, line {}, column &quot;{}&quot;: the class &quot;{}&quot; does not occur in {}. Correct it, add samples of it there, or name all classes in the data settings.</source>
        <translation>{}，第 {} 行，列“{}”：类别“{}”未在 {} 中出现。请更正该值、在其中补充该类样本，或在数据设置中列出所有类别。</translation>
    </message>
    <message>
        <source>{}: sparse initializers are not supported</source>
        <translation>{}：不支持稀疏初始值</translation>
    </message>
    <message>
        <source>{}: expected a constant number for {}</source>
        <translation>{}：{} 应为常数</translation>
    </message>
    <message>
        <source>{}: {}: expected an element type, got {}.</source>
        <translation>{}：{}：应为元素类型，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected dimensions of at least 0 whose product is small, got {}.</source>
        <translation>{}：{}：各维应不小于 0 且乘积不过大，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected as many texts as the shape has elements, got {}.</source>
        <translation>{}：{}：文本数应等于形状的元素数，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected base64, got {}.</source>
        <translation>{}：{}：应为 base64，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected as many bytes as type and shape say, got {}.</source>
        <translation>{}：{}：字节数应与类型和形状相符，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected an attribute&apos;s value, got {}.</source>
        <translation>{}：{}：应为属性值，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected an id and an input&apos;s number, got {}.</source>
        <translation>{}：{}：应为标识和输入序号，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected an id and an output&apos;s number, got {}.</source>
        <translation>{}：{}：应为标识和输出序号，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected an object, got {}.</source>
        <translation>{}：{}：应为对象，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a whole number, got {}.</source>
        <translation>{}：{}：应为整数，得到 {}。</translation>
    </message>
    <message>
        <source>{0}: {1}: expected a whole number from {3} to {4}, got {2}.</source>
        <translation>{0}：{1}：应为 {3} 至 {4} 的整数，得到 {2}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a number, got {}.</source>
        <translation>{}：{}：应为数字，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected true or false, got {}.</source>
        <translation>{}：{}：应为 true 或 false，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a text, got {}.</source>
        <translation>{}：{}：应为文本，得到 {}。</translation>
    </message>
    <message>
        <source>{0}: {1}: expected a text of at most {3} bytes, got {2}.</source>
        <translation>{0}：{1}：文本应至多 {3} 字节，得到 {2}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a list, got {}.</source>
        <translation>{}：{}：应为列表，得到 {}。</translation>
    </message>
    <message>
        <source>{0}: {1}: expected a list of at most {3}, got {2}.</source>
        <translation>{0}：{1}：列表应至多有 {3} 项，得到 {2}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a number from -1e7 to 1e7, got {}.</source>
        <translation>{}：{}：应为 -1e7 至 1e7 的数字，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a number of at least 0, got {}.</source>
        <translation>{}：{}：应为不小于 0 的数字，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected two numbers, got {}.</source>
        <translation>{}：{}：应为两个数字，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a width and a height, got {}.</source>
        <translation>{}：{}：应为宽和高，得到 {}。</translation>
    </message>
    <message>
        <source>{} Put the file back, or train the project again.</source>
        <translation>{} 请放回该文件，或重新训练该项目。</translation>
    </message>
    <message>
        <source>{}: {} Put the right file there, or train the project again.</source>
        <translation>{}：{} 请放入正确的文件，或重新训练该项目。</translation>
    </message>
    <message>
        <source>{}: {}: expected an element type that is known here, got {}.</source>
        <translation>{}：{}：应为已知的元素类型，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected two offsets, got {}.</source>
        <translation>{}：{}：应为两个偏移，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected offsets within the file, got {}.</source>
        <translation>{}：{}：偏移应在文件之内，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected as many bytes as type and shape need, got {}.</source>
        <translation>{}：{}：字节数应与类型和形状所需一致，得到 {}。</translation>
    </message>
    <message>
        <source>{}: is no safetensors file or damaged: two tensors overlap.</source>
        <translation>{}：不是 safetensors 文件或已损坏：有两个张量重叠。</translation>
    </message>
    <message>
        <source>{}: is no safetensors file or damaged: there are bytes between two tensors.</source>
        <translation>{}：不是 safetensors 文件或已损坏：两个张量之间有多余字节。</translation>
    </message>
    <message>
        <source>{}: is no safetensors file or damaged: the tensors do not fill the file.</source>
        <translation>{}：不是 safetensors 文件或已损坏：张量未填满文件。</translation>
    </message>
    <message>
        <source>{}: is no safetensors file or damaged: it is shorter than its header.</source>
        <translation>{}：不是 safetensors 文件或已损坏：文件短于其文件头。</translation>
    </message>
    <message>
        <source>{}: is no safetensors file or damaged: its header is longer than the file.</source>
        <translation>{}：不是 safetensors 文件或已损坏：文件头长于文件。</translation>
    </message>
    <message>
        <source>{}: is no safetensors file or damaged: its header is no JSON object.</source>
        <translation>{}：不是 safetensors 文件或已损坏：文件头不是 JSON 对象。</translation>
    </message>
    <message>
        <source>{}: {}: expected an object of texts, got {}.</source>
        <translation>{}：{}：应为值均为文本的对象，得到 {}。</translation>
    </message>
    <message>
        <source>there is no layer in it; add an Input and what follows it</source>
        <translation>其中没有任何层；请添加 Input 及其后的层</translation>
    </message>
    <message>
        <source>its shape {} holds nothing; give every axis a size of at least 1</source>
        <translation>其形状 {} 不含任何元素；每个轴的大小应至少为 1</translation>
    </message>
    <message>
        <source>{} of {} parameters have no trained weights ({} first) and get their initial values; train the project to change that</source>
        <translation>{1} 个参数中有 {0} 个没有训练过的权重（首个为 {2}），将使用初始值；训练该项目即可获得权重</translation>
    </message>
    <message>
        <source>the network has no input &quot;{}&quot;; its inputs are {}</source>
        <translation>网络没有输入“{}”；其输入为 {}</translation>
    </message>
    <message>
        <source>{}: this is the project itself; choose another name for the ONNX file</source>
        <translation>{}：这是项目文件本身；请为 ONNX 文件另取名称</translation>
    </message>
    <message>
        <source>{}: its shape is {}, but a sample of column &quot;{}&quot; has {}. The network needs an input of shape {}, or other data</source>
        <translation>{0}：其形状为 {1}，但列“{2}”的样本为 {3}。网络需要形状为 {4} 的输入，或改用其他数据</translation>
    </message>
    <message>
        <source>{}: cannot be moved away: {}</source>
        <translation>{}：无法移走：{}</translation>
    </message>
    <message>
        <source>{}: the history of runs is damaged; it was moved to {} and a new one is begun</source>
        <translation>{}：运行历史已损坏；已移至 {}，并新建历史</translation>
    </message>
    <message>
        <source>{} The run goes on without a history.</source>
        <translation>{} 运行将继续，但不记录历史。</translation>
    </message>
    <message>
        <source>this needs {} of memory and {} has {}; make the layers smaller or, where it is not the weights that take it, the batch</source>
        <translation>需要 {} 内存，而 {} 只有 {}；请减小各层，若占用内存的不是权重，也可减小批大小</translation>
    </message>
    <message>
        <source>{}: cannot be created: {}. Checkpoints go there; make the project&apos;s folder writable, or set XDG_DATA_HOME to one that is</source>
        <translation>{}：无法创建：{}。检查点保存于此；请使项目文件夹可写，或将 XDG_DATA_HOME 设为可写的文件夹</translation>
    </message>
    <message>
        <source>{}: this checkpoint belongs to another drawing; train without --resume</source>
        <translation>{}：此检查点属于另一张图；请不带 --resume 进行训练</translation>
    </message>
    <message>
        <source>{}: this checkpoint was made with other settings ({}); set them as they were, or train without --resume</source>
        <translation>{}：此检查点以其他设置（{}）生成；请恢复这些设置，或不带 --resume 进行训练</translation>
    </message>
    <message>
        <source>step {}: the loss is NaN or infinite, and the run has stopped</source>
        <translation>第 {} 步：损失为 NaN 或无穷大，运行已停止</translation>
    </message>
    <message>
        <source>step {}: the {} of &quot;{}&quot; gave NaN or infinity; the run has stopped before its first checkpoint. A smaller learning rate usually helps</source>
        <translation>第 {0} 步：“{2}”的{1}出现 NaN 或无穷大；运行在首个检查点之前停止。减小学习率通常有效</translation>
    </message>
    <message>
        <source>{}: the run history is damaged ({}). Move the file away to begin a new one.</source>
        <translation>{}：运行历史已损坏（{}）。移走该文件可重新开始。</translation>
    </message>
    <message>
        <source>{}: the disk is full, so the run history cannot be written. Free some space.</source>
        <translation>{}：磁盘已满，无法写入运行历史。请释放一些空间。</translation>
    </message>
    <message>
        <source>{}: the run history cannot be used ({}). Check that the file and its folder may be written and the disk has room.</source>
        <translation>{}：无法使用运行历史（{}）。请检查该文件及其文件夹可写，且磁盘有空间。</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number.</source>
        <translation>“{}”不是数字。</translation>
    </message>
    <message>
        <source>{}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>it runs groups of {} work-items, the kernels have {}</source>
        <translation>其工作组至多 {} 个工作项，而内核使用 {} 个</translation>
    </message>
    <message>
        <source>a group has {} bytes of local memory, the kernels may use {}</source>
        <translation>每个工作组有 {} 字节局部内存，而内核可能使用 {} 字节</translation>
    </message>
    <message>
        <source>its driver fails: {}</source>
        <translation>其驱动程序出错：{}</translation>
    </message>
    <message>
        <source>there is a driver, but no device</source>
        <translation>有驱动程序，但没有设备</translation>
    </message>
    <message>
        <source>the device {} failed ({}): {}. Choose the device cpu to go on without it</source>
        <translation>设备 {} 出错（{}）：{}。若要不用该设备继续，请选择设备 cpu</translation>
    </message>
    <message>
        <source>{} was planned for the device {}</source>
        <translation>{} 是为设备 {} 规划的</translation>
    </message>
    <message>
        <source>there is no GPU source {}</source>
        <translation>没有 GPU 源码 {}</translation>
    </message>
    <message>
        <source>this installation has no libespalier_{}.so</source>
        <translation>此安装中没有 libespalier_{}.so</translation>
    </message>
    <message>
        <source>its driver is not installed: {}</source>
        <translation>其驱动程序未安装：{}</translation>
    </message>
    <message>
        <source>{} belongs to another version of Espalier</source>
        <translation>{} 属于另一版本的 Espalier</translation>
    </message>
    <message>
        <source>compiled, never run: no test has run on a GPU yet</source>
        <translation>已编译，从未运行：尚无测试在 GPU 上运行过</translation>
    </message>
    <message>
        <source>expected a tensor, got a sequence or an empty optional</source>
        <translation>应为张量，得到序列或空的可选值</translation>
    </message>
    <message>
        <source>expected a sequence, got a tensor or an empty optional</source>
        <translation>应为序列，得到张量或空的可选值</translation>
    </message>
    <message>
        <source>the network needs {} bytes of RAM (arena {}, inputs and outputs {}), but board {} has {}; choose a larger board or make the network smaller</source>
        <translation>网络需要 {} 字节 RAM（内存池 {}，输入与输出 {}），但开发板 {} 只有 {}；请选择更大的开发板或缩小网络</translation>
    </message>
    <message>
        <source>the network needs {} bytes of flash (code {}, constants {}), but board {} has {}; choose a larger board or make the network smaller</source>
        <translation>网络需要 {} 字节闪存（代码 {}，常量 {}），但开发板 {} 只有 {}；请选择更大的开发板或缩小网络</translation>
    </message>
    <message>
        <source>its test needs {} bytes for code and constants and {} for data, and the emulated machine has {} and {}</source>
        <translation>其测试需要 {} 字节存放代码与常量、{} 字节存放数据，而模拟的机器分别只有 {} 和 {}</translation>
    </message>
    <message>
        <source>the bundle&apos;s own test cannot be run: {}</source>
        <translation>无法运行编译产物的自测：{}</translation>
    </message>
    <message>
        <source>weights &quot;{}&quot;: expected source, binary or object</source>
        <translation>权重“{}”：应为 source、binary 或 object</translation>
    </message>
    <message>
        <source>board &quot;{}&quot;: target {} has no boards; leave the board out</source>
        <translation>开发板“{}”：目标 {} 没有开发板；请不要指定开发板</translation>
    </message>
    <message>
        <source>board &quot;{}&quot; is not known for target {}; there are {}</source>
        <translation>未知的开发板“{}”（目标 {}）；可用的有 {}</translation>
    </message>
    <message>
        <source>64-bit Arm (ARMv8-A, Neon) under Linux</source>
        <translation>Linux 下的 64 位 Arm（ARMv8-A，Neon）</translation>
    </message>
    <message>
        <source>Arm Cortex-M4 with its floating-point unit, no operating system</source>
        <translation>Arm Cortex-M4，带浮点单元，无操作系统</translation>
    </message>
    <message>
        <source>Arm Cortex-M7 with its floating-point unit, no operating system</source>
        <translation>Arm Cortex-M7，带浮点单元，无操作系统</translation>
    </message>
    <message>
        <source>this machine&apos;s own processor</source>
        <translation>本机处理器</translation>
    </message>
    <message>
        <source>64-bit RISC-V with vectors (RV64GCV) under Linux</source>
        <translation>Linux 下的 64 位 RISC-V，带向量扩展（RV64GCV）</translation>
    </message>
    <message>
        <source>64-bit RISC-V (RV64GC) under Linux</source>
        <translation>Linux 下的 64 位 RISC-V（RV64GC）</translation>
    </message>
    <message>
        <source>WebAssembly with SIMD, under WASI</source>
        <translation>WASI 下的 WebAssembly，带 SIMD</translation>
    </message>
    <message>
        <source>the C compiler &quot;{}&quot; for target {} is not installed; on Debian: apt install {}</source>
        <translation>未安装 C 编译器“{}”（目标 {}）；在 Debian 上：apt install {}</translation>
    </message>
    <message>
        <source>sysroot {}: this is no folder; name the folder that holds the target&apos;s headers and libraries</source>
        <translation>sysroot {}：不是文件夹；请指定存放目标的头文件与库的文件夹</translation>
    </message>
    <message>
        <source>this machine does not run the programs of {}, and no emulator is known that does</source>
        <translation>本机无法运行 {} 的程序，也没有已知的模拟器可以运行</translation>
    </message>
    <message>
        <source>&quot;{}&quot;, which runs the programs of {} here, is not installed ({})</source>
        <translation>“{}”未安装，本机需用它运行 {} 的程序（{}）</translation>
    </message>
    <message>
        <source>inside, {}: {}</source>
        <translation>内部，{}：{}</translation>
    </message>
    <message>
        <source>{}: expected a graph, got none</source>
        <translation>{}：应为图，但没有</translation>
    </message>
    <message>
        <source>{} inside it cannot work: {}</source>
        <translation>其内部的 {} 无法工作：{}</translation>
    </message>
    <message>
        <source>{} layers inside it cannot work, among them {}: {}</source>
        <translation>其内部有 {} 层无法工作，其中 {}：{}</translation>
    </message>
    <message>
        <source>{}: expected a {}, got something else or a cut file</source>
        <translation>{}：应为 {}，得到其他内容或被截断的文件</translation>
    </message>
    <message>
        <source>{}: {} is in ONNX from opset {} on, and the file is for opset {}; choose a later one</source>
        <translation>{}：{} 自算子集 {} 起才属于 ONNX，而文件使用算子集 {}；请选用更高版本</translation>
    </message>
    <message>
        <source>expected a scalar for {}, got {}</source>
        <translation>{} 应为标量，得到 {}</translation>
    </message>
    <message>
        <source>{}: {} takes its limits from wires from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能由连线给出上下限</translation>
    </message>
    <message>
        <source>expected [N,heads,steps,features] or [N,steps,features] for {}, got {}</source>
        <translation>应为 [N,heads,steps,features] 或 [N,steps,features]（{}），得到 {}</translation>
    </message>
    <message>
        <source>{}: expected the number of heads, for {} has three dimensions</source>
        <translation>{}：应给出头数，因为 {} 有三个维度</translation>
    </message>
    <message>
        <source>{}: expected a divisor of the {} features, got {}</source>
        <translation>{}：应为特征数 {} 的约数，得到 {}</translation>
    </message>
    <message>
        <source>expected equally many features of queries and keys, got {} and {}</source>
        <translation>查询与键的特征数应相同，得到 {} 与 {}</translation>
    </message>
    <message>
        <source>expected at least one head</source>
        <translation>应至少有一个头</translation>
    </message>
    <message>
        <source>expected a multiple of the {} heads of K for Q, got {}</source>
        <translation>应为 K 的头数 {} 的倍数（用于 Q），得到 {}</translation>
    </message>
    <message>
        <source>{}: its heads, features and, with is_causal, steps must be known, got {}</source>
        <translation>{}：头数、特征数以及使用 is_causal 时的步数应为已知，得到 {}</translation>
    </message>
    <message>
        <source>output {} is {} one time and {} the other</source>
        <translation>输出 {} 一次为 {}，另一次为 {}</translation>
    </message>
    <message>
        <source>expected as many outputs from both branches as the layer has ({}), got {} and {}</source>
        <translation>两个分支的输出数应与该层相同（{}），得到 {} 与 {}</translation>
    </message>
    <message>
        <source>cond: expected one bool, got {} {}</source>
        <translation>cond：应为一个 bool，得到 {} {}</translation>
    </message>
    <message>
        <source>M: expected one int64, got {} {}</source>
        <translation>M：应为一个 int64，得到 {} {}</translation>
    </message>
    <message>
        <source>num_scan_inputs: expected at most {} inputs, got {}</source>
        <translation>num_scan_inputs：应至多有 {} 个输入，得到 {}</translation>
    </message>
    <message>
        <source>{}: expected an axis below {}, got {}</source>
        <translation>{}：轴应小于 {}，得到 {}</translation>
    </message>
    <message>
        <source>expected scanned inputs of one length, got {} and {}</source>
        <translation>各扫描输入的长度应相同，得到 {} 与 {}</translation>
    </message>
    <message>
        <source>to: expected the number of an element type such as 1 (float32) or 7 (int64), got {}</source>
        <translation>to：应为元素类型的编号，如 1（float32）或 7（int64），得到 {}</translation>
    </message>
    <message>
        <source>expected a number, got the text &quot;{}&quot;</source>
        <translation>应为数字，得到文本“{}”</translation>
    </message>
    <message>
        <source>{}: to: expected the name of an element type, got &quot;{}&quot;</source>
        <translation>{}：to：应为元素类型的名称，得到“{}”</translation>
    </message>
    <message>
        <source>value: expected one element, got {}</source>
        <translation>value：应为一个元素，得到 {}</translation>
    </message>
    <message>
        <source>shape: expected sizes of 0 or more, got {}</source>
        <translation>shape：大小应为 0 或更大，得到 {}</translation>
    </message>
    <message>
        <source>delta: expected a step other than 0</source>
        <translation>delta：步长应不为 0</translation>
    </message>
    <message>
        <source>expected fewer elements, got {}</source>
        <translation>元素过多，得到 {}</translation>
    </message>
    <message>
        <source>{}: {} tells a part of the shape from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能给出形状的一部分</translation>
    </message>
    <message>
        <source>fmod: expected on for {} elements, got off</source>
        <translation>fmod：对 {} 元素应为开，得到关</translation>
    </message>
    <message>
        <source>{}: expected shapes that broadcast together</source>
        <translation>{}：形状应可相互广播</translation>
    </message>
    <message>
        <source>axis: expected known sizes from axis {} on, got {}</source>
        <translation>axis：自轴 {} 起大小应为已知，得到 {}</translation>
    </message>
    <message>
        <source>{}: only Y of a LayerNormalization can lead to a loss</source>
        <translation>{}：LayerNormalization 只有 Y 可以通向损失</translation>
    </message>
    <message>
        <source>expected one scale, or one for each position along an axis, got {}</source>
        <translation>应有一个缩放因子，或沿某轴每个位置各一个，得到 {}</translation>
    </message>
    <message>
        <source>expected {} scales along axis {} of {}, got {}</source>
        <translation>应有 {} 个缩放因子（沿轴 {}，形状为 {}），得到 {}</translation>
    </message>
    <message>
        <source>expected a zero point of {}, got {}</source>
        <translation>零点的类型应为 {}，得到 {}</translation>
    </message>
    <message>
        <source>expected as many zero points as scales ({}), got {}</source>
        <translation>零点个数应与缩放因子个数（{}）相同，得到 {}</translation>
    </message>
    <message>
        <source>{}: it has a scale for every block of {} elements; write the file with one scale a tensor or a channel</source>
        <translation>{}：每 {} 个元素的块各有一个缩放因子；请以每张量或每通道一个缩放因子写出文件</translation>
    </message>
    <message>
        <source>{}: opset {} has no QuantizeLinear to {}; use int8 or uint8 instead</source>
        <translation>{}：算子集 {} 的 QuantizeLinear 不能量化为 {}；请改用 int8 或 uint8</translation>
    </message>
    <message>
        <source>expected {} features, got {}</source>
        <translation>应有 {} 个特征，得到 {}</translation>
    </message>
    <message>
        <source>activations: expected three known functions a direction, such as Sigmoid, Tanh, Tanh</source>
        <translation>activations：每个方向应有三个已知函数，如 Sigmoid、Tanh、Tanh</translation>
    </message>
    <message>
        <source>{}: {} takes the batch first from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才支持批次在前</translation>
    </message>
    <message>
        <source>sequence_lens: expected 0 to {}, got {}</source>
        <translation>sequence_lens：应为 0 至 {}，得到 {}</translation>
    </message>
    <message>
        <source>the optional holds nothing</source>
        <translation>可选值为空</translation>
    </message>
    <message>
        <source>{}: expected a sequence, got {}</source>
        <translation>{}：应为序列，得到 {}</translation>
    </message>
    <message>
        <source>position: expected one int32 or int64, got {} {}</source>
        <translation>position：应为一个 int32 或 int64，得到 {} {}</translation>
    </message>
    <message>
        <source>position {}: the sequence has {} values</source>
        <translation>position {}：序列有 {} 个值</translation>
    </message>
    <message>
        <source>the sequence is empty; nothing can be taken out</source>
        <translation>序列为空；没有可取出的内容</translation>
    </message>
    <message>
        <source>axis: expected one from {} to {}, got {}</source>
        <translation>axis：应为 {} 至 {} 之一，得到 {}</translation>
    </message>
    <message>
        <source>split: expected lengths of int32 or int64, got {} {}</source>
        <translation>split：长度应为 int32 或 int64，得到 {} {}</translation>
    </message>
    <message>
        <source>split: the pieces are longer than the axis of {}</source>
        <translation>split：各段总长超出该轴的长度 {}</translation>
    </message>
    <message>
        <source>split: the pieces come to {}, the axis to {}</source>
        <translation>split：各段总长为 {}，该轴长度为 {}</translation>
    </message>
    <message>
        <source>the sequence is empty; there is nothing to join</source>
        <translation>序列为空；没有可拼接的内容</translation>
    </message>
    <message>
        <source>expected elements along axis {}, got {}</source>
        <translation>沿轴 {} 应有元素，得到 {}</translation>
    </message>
    <message>
        <source>{}: {} takes the last of equal ones from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才支持在相等元素中取最后一个</translation>
    </message>
    <message>
        <source>axis: expected an axis of {}, got {}</source>
        <translation>axis：应为 {} 的轴，得到 {}</translation>
    </message>
    <message>
        <source>expected matrices, got {}</source>
        <translation>应为矩阵，得到 {}</translation>
    </message>
    <message>
        <source>expected a depth of 0 or more and two values, got {} and {}</source>
        <translation>深度应为 0 或更大，且应有两个值，得到 {} 与 {}</translation>
    </message>
    <message>
        <source>expected a multiple of {} along axis {}, got {}</source>
        <translation>应为 {} 的倍数（沿轴 {}），得到 {}</translation>
    </message>
    <message>
        <source>{}: {} has the mode CRD from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才支持 CRD 模式</translation>
    </message>
    <message>
        <source>repeats: expected {} numbers, one a dimension of {}, got {}</source>
        <translation>repeats：应有 {} 个数，{} 的每个维度一个，得到 {}</translation>
    </message>
    <message>
        <source>repeats: expected 0 or more, got {}</source>
        <translation>repeats：应为 0 或更大，得到 {}</translation>
    </message>
    <message>
        <source>{}: {} cannot be written before opset {}</source>
        <translation>{}：{} 在算子集 {} 之前无法写出</translation>
    </message>
    <message>
        <source>indices: expected {} to {} along the axis, got {}</source>
        <translation>indices：沿该轴应为 {} 至 {}，得到 {}</translation>
    </message>
    <message>
        <source>expected {} with the {} dimensions of {}, got {}</source>
        <translation>{} 应有 {} 个维度，与 {} 相同，得到 {}</translation>
    </message>
    <message>
        <source>expected updates of shape {}, got {}</source>
        <translation>更新值的形状应为 {}，得到 {}</translation>
    </message>
    <message>
        <source>{}: reduction {} has no gradient</source>
        <translation>{}：归约方式 {} 没有梯度</translation>
    </message>
    <message>
        <source>{}: {} has the reduction {} from opset {} on only</source>
        <translation>{}：{} 的归约方式 {} 自算子集 {} 起才支持</translation>
    </message>
    <message>
        <source>pads: expected two numbers for each padded dimension of {}, all beginnings first, got {}</source>
        <translation>pads：{} 的每个填充维度应有两个数，所有起始值在前，得到 {}</translation>
    </message>
    <message>
        <source>pads: dimension {} of {} would be {}</source>
        <translation>pads：维度 {}（形状 {}）将变为 {}</translation>
    </message>
    <message>
        <source>pads: a reflection needs less than the size {} of dimension {}, got {} and {}</source>
        <translation>pads：反射填充应小于大小 {}（维度 {}），得到 {} 与 {}</translation>
    </message>
    <message>
        <source>pads: expected two numbers for each padded dimension</source>
        <translation>pads：每个填充维度应有两个数</translation>
    </message>
    <message>
        <source>expected elements to pad with, got {}</source>
        <translation>应有可用于填充的元素，得到 {}</translation>
    </message>
    <message>
        <source>{}: {} has the mode wrap from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才支持 wrap 模式</translation>
    </message>
    <message>
        <source>{}: {} takes its numbers from wires from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能由连线给出各数</translation>
    </message>
    <message>
        <source>{}: {} pads some axes only from opset {} on</source>
        <translation>{}：{} 自算子集 {} 起才能只填充部分轴</translation>
    </message>
    <message>
        <source>{}: {} has allowzero from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才支持 allowzero</translation>
    </message>
    <message>
        <source>expected scales above 0 or sizes, one for each resized dimension of {}, and not both</source>
        <translation>应给出大于 0 的缩放比例或大小，{} 的每个缩放维度一个，且二者不可同时给出</translation>
    </message>
    <message>
        <source>{}: expected scales above 0 or sizes, one for each resized dimension of {}, and not both</source>
        <translation>{}：应给出大于 0 的缩放比例或大小，{} 的每个缩放维度一个，且二者不可同时给出</translation>
    </message>
    <message>
        <source>{}: the numbers of {} must be known to train</source>
        <translation>{}：{} 的各数应为已知才能训练</translation>
    </message>
    <message>
        <source>{}: {}: expected {}, got {}, which is not supported</source>
        <translation>{}：{}：应为 {}，得到 {}，不受支持</translation>
    </message>
    <message>
        <source>{}: {} resizes some axes only from opset {} on</source>
        <translation>{}：{} 自算子集 {} 起才能只缩放部分轴</translation>
    </message>
    <message>
        <source>{}: {} has sizes, other coordinates than asymmetric and cubic from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才支持给出大小、asymmetric 以外的坐标方式和 cubic</translation>
    </message>
    <message>
        <source>{}: {} before opset {} is not supported</source>
        <translation>{}：不支持 {} 在算子集 {} 之前的版本</translation>
    </message>
    <message>
        <source>expected as many ends, axes and steps as starts, axes of the input and steps other than 0; got starts {}, ends {}, axes {}, steps {}</source>
        <translation>ends、axes、steps 的个数应与 starts 相同，轴应属于输入，步长应不为 0；得到 starts {}、ends {}、axes {}、steps {}</translation>
    </message>
    <message>
        <source>{}: expected as many ends, axes and steps as starts, axes of the input and steps other than 0</source>
        <translation>{}：ends、axes、steps 的个数应与 starts 相同，轴应属于输入，步长应不为 0</translation>
    </message>
    <message>
        <source>{}: {} takes its numbers from wires, and steps, from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能由连线给出各数，并支持步长</translation>
    </message>
    <message>
        <source>split: expected {} sizes, one an output, got {}</source>
        <translation>split：应有 {} 个大小，每个输出一个，得到 {}</translation>
    </message>
    <message>
        <source>split: expected sizes that sum to {}, got {}</source>
        <translation>split：各大小之和应为 {}，得到 {}</translation>
    </message>
    <message>
        <source>{}: the sizes of all outputs must be known to train</source>
        <translation>{}：所有输出的大小应为已知才能训练</translation>
    </message>
    <message>
        <source>{}: {} takes its sizes from a wire from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能由连线给出大小</translation>
    </message>
    <message>
        <source>axes: expected different ones of {} to {}, got {}</source>
        <translation>axes：应为 {} 至 {} 中互不相同的轴，得到 {}</translation>
    </message>
    <message>
        <source>axes: expected a size of 1 along axis {} of {}</source>
        <translation>axes：轴 {} 的大小应为 1，形状为 {}</translation>
    </message>
    <message>
        <source>{}: {} counts axes from the end from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能从末尾计数轴</translation>
    </message>
    <message>
        <source>k: expected 0 to {}, the size along axis {}, got {}</source>
        <translation>k：应为 0 至 {}（沿轴 {} 的大小），得到 {}</translation>
    </message>
    <message>
        <source>{}: {} gives the least elements from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能给出最小的元素</translation>
    </message>
    <message>
        <source>{}: {} takes k from a wire from opset {} on only</source>
        <translation>{}：{} 自算子集 {} 起才能由连线给出 k</translation>
    </message>
    <message>
        <source>there are no constants of {} elements</source>
        <translation>没有元素类型为 {} 的常量</translation>
    </message>
    <message>
        <source>there are no tensors to join</source>
        <translation>没有可拼接的张量</translation>
    </message>
    <message>
        <source>expected an axis below {}, got {}</source>
        <translation>轴应小于 {}，得到 {}</translation>
    </message>
    <message>
        <source>{} {} and {} {} cannot be joined</source>
        <translation>{} {} 与 {} {} 无法拼接</translation>
    </message>
    <message>
        <source>expected texts of shape [C] or [1,C], got {}</source>
        <translation>应为形状 [C] 或 [1,C] 的文本，得到 {}</translation>
    </message>
    <message>
        <source>{}: a plan holds no text; such a network can be run, but neither trained nor compiled</source>
        <translation>{}：执行计划不能包含文本；此类网络可以运行，但无法训练或编译</translation>
    </message>
    <message>
        <source>{}: what {} does depends on data; such a network can be run, but neither trained nor compiled</source>
        <translation>{}：{} 的行为取决于数据；此类网络可以运行，但无法训练或编译</translation>
    </message>
    <message>
        <source>a kernel&apos;s argument is {}, which no int holds</source>
        <translation>内核的一个参数为 {}，超出 int 的范围</translation>
    </message>
    <message>
        <source>kernel {}: a group has at most {} work-items</source>
        <translation>内核 {}：工作组至多有 {} 个工作项</translation>
    </message>
    <message>
        <source>{}: the shape {} has a dimension that is known only when the layer runs, or a symbol without a size</source>
        <translation>{}：形状 {} 含有仅在该层运行时才已知的维度，或未指定大小的符号</translation>
    </message>
    <message>
        <source>{}: unfolded, the network has more than {} layers</source>
        <translation>{}：展开后，网络超过 {} 层</translation>
    </message>
    <message>
        <source>What computes, as &quot;espalier-cli devices&quot; lists it. What it has no kernel for runs on the CPU.</source>
        <translation>执行计算的设备，名称同“espalier-cli devices”所列。没有对应内核的部分在 CPU 上运行。</translation>
    </message>
    <message>
        <source>operator {} is not supported; its layer is kept but cannot run</source>
        <translation>不支持算子 {}；其层予以保留但无法运行</translation>
    </message>
    <message>
        <source>inputs and outputs</source>
        <translation>输入与输出</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>fits {}</source>
        <translation>可装入 {}</translation>
    </message>
    <message>
        <source>does not fit {}</source>
        <translation>无法装入 {}</translation>
    </message>
    <message>
        <source>its test passed under</source>
        <translation>自测已通过，运行于</translation>
    </message>
    <message>
        <source>compiled, never run</source>
        <translation>已编译，从未运行</translation>
    </message>
    <message>
        <source>expected {} inputs, got {}</source>
        <translation>应有 {} 个输入，得到 {}</translation>
    </message>
    <message>
        <source>{}. The run uses the CPU instead</source>
        <translation>{}。本次运行改用 CPU</translation>
    </message>
    <message>
        <source>{}. The run goes on on the CPU from step {}</source>
        <translation>{}。本次运行自第 {} 步起改在 CPU 上继续</translation>
    </message>
    <message>
        <source>Arm Cortex-M55 with its floating-point unit, without Helium</source>
        <translation>带浮点单元的 Arm Cortex-M55，不使用 Helium</translation>
    </message>
    <message>
        <source>{}: {} has no kernel in C for this, so the network can be run, but not compiled ({})</source>
        <translation>{}：{} 没有用于此情况的 C 内核，因此网络可以运行，但不能编译（{}）</translation>
    </message>
    <message>
        <source>{}: {}: expected a number that a float can hold, got {}.</source>
        <translation>{}：{}：应为单精度浮点数可以表示的数，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected the least and the greatest value, got {}.</source>
        <translation>{}：{}：应为最小值和最大值，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected the lesser bound first, got {}.</source>
        <translation>{}：{}：应先写较小的界限，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected minmax or percentile, got {}.</source>
        <translation>{}：{}：应为 minmax 或 percentile，得到 {}。</translation>
    </message>
    <message>
        <source>{}: {}: expected a share above 0 and up to 100 %, got {}.</source>
        <translation>{}：{}：应为大于 0 且不超过 100 % 的比例，得到 {}。</translation>
    </message>
    <message>
        <source>{}: every element of the calibration samples is {}; calibrate on data that differ, or on more samples</source>
        <translation>{}：校准样本的每个元素都是 {}；请用有差别的数据或更多样本校准</translation>
    </message>
    <message>
        <source>there is no layer &quot;{}&quot; to keep in float; there are {}</source>
        <translation>没有可以保持浮点的层“{}”；有：{}</translation>
    </message>
    <message>
        <source>the project has no trained weights, so there is nothing to bring to 8 bits; train it first</source>
        <translation>项目没有训练好的权重，因此没有可以转为 8 位的内容；请先训练</translation>
    </message>
    <message>
        <source>the network has no Conv, Gemm or MatMul with weights of its own, so nothing of it runs in 8 bits</source>
        <translation>网络中没有带自身权重的 Conv、Gemm 或 MatMul，因此没有任何部分以 8 位运行</translation>
    </message>
    <message>
        <source>{}: its values are not finite, so they have no range; train the network again</source>
        <translation>{}：其数值不是有限的，因此没有范围；请重新训练网络</translation>
    </message>
    <message>
        <source>{}: its weights are not known, so it cannot be quantised</source>
        <translation>{}：其权重未知，因此不能量化</translation>
    </message>
    <message>
        <source>the data have neither validation nor test samples to measure layers on; keep some of them back</source>
        <translation>数据既没有验证样本也没有测试样本可用来测量各层；请留出一部分</translation>
    </message>
    <message>
        <source>the project is not quantised; calibrate it first</source>
        <translation>项目尚未量化；请先校准</translation>
    </message>
    <message>
        <source>there are no training samples to calibrate on; give the project data first</source>
        <translation>没有可用于校准的训练样本；请先为项目提供数据</translation>
    </message>
    <message>
        <source>calibration needs at least 1 sample, got {}</source>
        <translation>校准至少需要 1 个样本，得到 {}</translation>
    </message>
    <message>
        <source>calibration was to see {} training samples, but the data have {}; ask for no more than that</source>
        <translation>校准需要 {} 个训练样本，但数据只有 {} 个；请不要超过此数</translation>
    </message>
    <message>
        <source>calibrating</source>
        <translation>正在校准</translation>
    </message>
    <message>
        <source>measuring layers in 8 bits</source>
        <translation>正在测量 8 位的各层</translation>
    </message>
    <message>
        <source>{}: expected a project, got an ONNX file. Import it first (&quot;espalier-cli import&quot;)</source>
        <translation>{}：应为项目，得到 ONNX 文件。请先导入（“espalier-cli import”）</translation>
    </message>
    <message>
        <source>{}: the run&apos;s checkpoints could not be moved here: {}. They are in {} until the program ends</source>
        <translation>{}：无法把运行的检查点移到这里：{}。程序退出前它们位于 {}</translation>
    </message>
    <message>
        <source>the network takes batches of {}, got {}. Leave the batch out, or give the first dimension of its Input a name such as N</source>
        <translation>网络接受的批大小为 {}，得到 {}。请不要指定批大小，或给其 Input 的第一维起一个名字，例如 N</translation>
    </message>
    <message>
        <source>the C compiler &quot;{}&quot; was not found in PATH; give its path, or leave --compiler out to use {}</source>
        <translation>在 PATH 中找不到 C 编译器“{}”；请给出它的路径，或省略 --compiler 以使用 {}</translation>
    </message>
    <message>
        <source>There is no setting {}; there are {}.</source>
        <translation>没有设置 {}；现有 {}。</translation>
    </message>
</context>
<context>
    <name>espalier::ui</name>
    <message>
        <source>The picture would be %1 pixels long; at most %2 are written. Use a scale of %3 or SVG.</source>
        <translation>图片边长将达 %1 像素，最多可写 %2。请将缩放设为 %3 或改用 SVG。</translation>
    </message>
    <message>
        <source>%1: expected a name that ends in .svg or .png</source>
        <translation>%1：文件名应以 .svg 或 .png 结尾</translation>
    </message>
    <message>
        <source>%1: cannot be written: %2</source>
        <translation>%1：无法写入：%2</translation>
    </message>
</context>
<context>
    <name>espalier::ui::AboutDialog</name>
    <message>
        <source>About Espalier</source>
        <translation>关于 Espalier</translation>
    </message>
    <message>
        <source>Draw a neural network, train it while watching, ship it.</source>
        <translation>绘制神经网络，边看边训练，随即交付。</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>engine, compiled bundles</source>
        <translation>引擎与编译产物</translation>
    </message>
    <message>
        <source>designer</source>
        <translation>设计器</translation>
    </message>
    <message>
        <source>Built with</source>
        <translation>所用组件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>espalier::ui::Banners</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>espalier::ui::BundleRows</name>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标平台</translation>
    </message>
    <message>
        <source>The machine that the code is for.</source>
        <translation>代码面向的机器。</translation>
    </message>
    <message>
        <source>Optimisation</source>
        <translation>优化</translation>
    </message>
    <message>
        <source>none (-O0)</source>
        <translation>无 (-O0)</translation>
    </message>
    <message>
        <source>little (-O1)</source>
        <translation>少量 (-O1)</translation>
    </message>
    <message>
        <source>usual (-O2)</source>
        <translation>常规 (-O2)</translation>
    </message>
    <message>
        <source>most (-O3)</source>
        <translation>最高 (-O3)</translation>
    </message>
    <message>
        <source>size (-Os)</source>
        <translation>体积 (-Os)</translation>
    </message>
    <message>
        <source>How the compiler optimises the libraries.</source>
        <translation>编译器如何优化库文件。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>in the C source</source>
        <translation>在 C 源码中</translation>
    </message>
    <message>
        <source>in a file that the program passes</source>
        <translation>在由程序传入的文件中</translation>
    </message>
    <message>
        <source>in an object to link with</source>
        <translation>在供链接的目标文件中</translation>
    </message>
    <message>
        <source>In the source they are simple to build; a file or an object compiles sooner.</source>
        <translation>放在源码中构建最简单；使用文件或目标文件则编译更快。</translation>
    </message>
    <message>
        <source>What does not fit the board&apos;s flash and RAM is refused.</source>
        <translation>超出开发板闪存与 RAM 的网络将被拒绝。</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>开发板</translation>
    </message>
    <message>
        <source>Compiled by %1.</source>
        <translation>由 %1 编译。</translation>
    </message>
    <message>
        <source>The compiler %1 is not installed; on Debian: apt install %2</source>
        <translation>未安装编译器 %1；Debian 上请运行：apt install %2</translation>
    </message>
    <message>
        <source>The test runs on this machine.</source>
        <translation>测试在本机上运行。</translation>
    </message>
    <message>
        <source>The test runs under %1.</source>
        <translation>测试在 %1 下运行。</translation>
    </message>
    <message>
        <source>The test will not be run: %1.</source>
        <translation>不会运行测试：%1。</translation>
    </message>
    <message>
        <source>any: say which ones it fits</source>
        <translation>任意：列出可装入的开发板</translation>
    </message>
    <message>
        <source>%1 — %2 flash, %3 RAM</source>
        <translation>%1 — %2 闪存，%3 RAM</translation>
    </message>
</context>
<context>
    <name>espalier::ui::Canvas</name>
    <message>
        <source>Network canvas</source>
        <translation>网络画布</translation>
    </message>
    <message>
        <source>Press Tab or double-click to add a layer,
or drag one from the palette.</source>
        <translation>按 Tab 或双击以添加层，
或从左侧面板拖入。</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Distribute</source>
        <translation>均布</translation>
    </message>
    <message>
        <source>Straighten</source>
        <translation>拉直</translation>
    </message>
    <message>
        <source>The clipboard holds no layers.</source>
        <translation>剪贴板中没有层。</translation>
    </message>
    <message>
        <source>Nudge</source>
        <translation>微移</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Arranging… Esc cancels</source>
        <translation>正在排列… 按 Esc 取消</translation>
    </message>
    <message>
        <source>Arranging was cancelled</source>
        <translation>已取消排列</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Replace with…</source>
        <translation>替换为…</translation>
    </message>
    <message>
        <source>Add a layer that fits</source>
        <translation>添加合适的层</translation>
    </message>
    <message>
        <source>Add a layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
</context>
<context>
    <name>espalier::ui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
</context>
<context>
    <name>espalier::ui::ConfusionMatrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>After the first epoch with validation data, or after an evaluation, this shows which class is taken for which.</source>
        <translation>在含验证数据的第一轮训练之后，或评估之后，此处显示各类别之间的误判情况。</translation>
    </message>
    <message>
        <source>%1, taken for %2: %3 of %4 (%5)</source>
        <translation>%1 被判为 %2：%4 中有 %3（%5）</translation>
    </message>
</context>
<context>
    <name>espalier::ui::ConfusionPanel</name>
    <message>
        <source>Most often taken for another</source>
        <translation>最常见的误判</translation>
    </message>
    <message>
        <source>Evaluate on the test data</source>
        <translation>在测试数据上评估</translation>
    </message>
    <message>
        <source>%1 of %2 right (%3)</source>
        <translation>%2 中正确 %1（%3）</translation>
    </message>
</context>
<context>
    <name>espalier::ui::CurveChart</name>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
</context>
<context>
    <name>espalier::ui::CurvesPanel</name>
    <message>
        <source>Press Run: loss, metrics, learning rate and speed are drawn here while the network trains.</source>
        <translation>按“运行”：训练时此处实时绘制损失、指标、学习率与速度。</translation>
    </message>
    <message>
        <source>smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>log axis</source>
        <translation>对数轴</translation>
    </message>
    <message>
        <source>Save the charts as a picture</source>
        <translation>将图表保存为图片</translation>
    </message>
    <message>
        <source>Save the figures as a table</source>
        <translation>将数据保存为表格</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>espalier::ui::DataPanel</name>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一批</translation>
    </message>
    <message>
        <source>What is there</source>
        <translation>数据概况</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>Taken from the training files; only checks the training.</source>
        <translation>取自训练文件，仅用于检验训练效果。</translation>
    </message>
    <message>
        <source>one sample</source>
        <translation>单个样本</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>a number: %1</source>
        <translation>数值：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n 个类别</numerusform>
        </translation>
    </message>
    <message>
        <source>samples a class</source>
        <translation>每类样本数</translation>
    </message>
    <message>
        <source>values as stored</source>
        <translation>存储的数值</translation>
    </message>
    <message>
        <source>mean %1
deviation %2</source>
        <translation>均值 %1
标准差 %2</translation>
    </message>
    <message>
        <source>Over a part of the training samples; bytes count as 0 … 1.</source>
        <translation>基于部分训练样本；字节按 0 … 1 计。</translation>
    </message>
    <message>
        <source>as the network gets them</source>
        <translation>网络得到的数值</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) left out as broken:</source>
        <translation>
            <numerusform>因损坏而略去 %n 个样本：</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::DevicesPanel</name>
    <message>
        <source>usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动程序</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Asking the drivers …</source>
        <translation>正在查询驱动程序 …</translation>
    </message>
    <message>
        <source>Train on it</source>
        <translation>用它训练</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新检测</translation>
    </message>
    <message>
        <source>What a device has no kernel for runs on the CPU.</source>
        <translation>设备没有相应内核的部分在 CPU 上运行。</translation>
    </message>
    <message>
        <source>The project trains on it</source>
        <translation>本项目用它训练</translation>
    </message>
</context>
<context>
    <name>espalier::ui::Document</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>The project has no file yet: use Save as.</source>
        <translation>项目尚无文件：请使用“另存为”。</translation>
    </message>
    <message>
        <source>Only a group can be entered.</source>
        <translation>只能进入组。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::ExportDialog</name>
    <message>
        <source>Export as ONNX</source>
        <translation>导出为 ONNX</translation>
    </message>
    <message>
        <source>Compile to C</source>
        <translation>编译为 C</translation>
    </message>
    <message>
        <source>The file is written, read back and run; it is put in place only if it gives the engine&apos;s results.</source>
        <translation>文件写出后会重新读入并运行；只有结果与引擎一致时才会落盘。</translation>
    </message>
    <message>
        <source>A folder with C source, header, libraries and test vectors; it needs nothing but the C library. Its own test is run before it is put in place.</source>
        <translation>一个含 C 源码、头文件、库和测试向量的文件夹，除 C 标准库外无任何依赖。落盘前会运行其自带测试。</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Opset</source>
        <translation>算子集版本</translation>
    </message>
    <message>
        <source>The version of ONNX&apos;s operators; older programs read only older ones.</source>
        <translation>ONNX 算子集的版本；较旧的程序只能读取较旧的版本。</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在开始</translation>
    </message>
    <message>
        <source>cancelling</source>
        <translation>正在取消</translation>
    </message>
    <message>
        <source>cancelled; nothing was written</source>
        <translation>已取消；未写入任何内容</translation>
    </message>
    <message>
        <source>Measured on the written result</source>
        <translation>对写出结果的实测</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>espalier::ui::FileActions</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Networks (*.espalier *.onnx);;All files (*)</source>
        <translation>网络 (*.espalier *.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Espalier projects (*.espalier)</source>
        <translation>Espalier 项目 (*.espalier)</translation>
    </message>
    <message>
        <source>Import ONNX</source>
        <translation>导入 ONNX</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX 模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>imported %1</source>
        <translation>已导入 %1</translation>
    </message>
    <message>
        <source>%1 could not be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>No examples were found</source>
        <translation>未找到示例</translation>
    </message>
    <message>
        <source>Changes are not saved</source>
        <translation>更改尚未保存</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 有尚未保存的更改。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Another program changed %1.</source>
        <translation>%1 已被其他程序更改。</translation>
    </message>
    <message>
        <source>Load it again</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>Save mine over it</source>
        <translation>用我的版本覆盖</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… 以及另外 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>The program ended before the last changes were saved. They can be recovered.</source>
        <translation>程序在保存最后的更改之前退出了，这些更改可以恢复。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::FindBar</name>
    <message>
        <source>Find a layer</source>
        <translation>查找层</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>espalier::ui::FlagField</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>espalier::ui::FlameChart</name>
    <message>
        <source>Flame chart</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>%1, %2 of the whole</source>
        <translation>%1，占总体的 %2</translation>
    </message>
</context>
<context>
    <name>espalier::ui::InlineEditor</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>espalier::ui::Inspector</name>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>block</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>The name of the definition, for all its instances.</source>
        <translation>定义的名称，适用于其所有实例。</translation>
    </message>
    <message>
        <source>Open the block</source>
        <translation>打开模块</translation>
    </message>
    <message>
        <source>Fewer attributes</source>
        <translation>收起属性</translation>
    </message>
    <message>
        <source>More attributes</source>
        <translation>更多属性</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Select a layer to edit it. Double-click on the canvas, or press Tab there, to add one.</source>
        <translation>选择一层即可编辑。在画布上双击或按 Tab 可添加层。</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>About %1</source>
        <translation>关于 %1</translation>
    </message>
</context>
<context>
    <name>espalier::ui::KeepSlider</name>
    <message>
        <source>Keep in float</source>
        <translation>保留浮点</translation>
    </message>
    <message>
        <source>Layers kept in float, the most sensitive first</source>
        <translation>保留浮点的层，最敏感的在前</translation>
    </message>
    <message>
        <source>To the left smaller and faster, to the right closer to float</source>
        <translation>向左更小更快，向右更接近浮点</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) chosen by hand</source>
        <translation>
            <numerusform>手动选择的 %n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>no layer</source>
        <translation>没有层</translation>
    </message>
</context>
<context>
    <name>espalier::ui::KeysTable</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>These keys belong to “%1”.</source>
        <translation>这些按键已用于“%1”。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::LineField</name>
    <message>
        <source>several values</source>
        <translation>多个值</translation>
    </message>
</context>
<context>
    <name>espalier::ui::ListLine</name>
    <message>
        <source>Expected whole numbers, as in 3 × 3, got “%1”.</source>
        <translation>应为若干整数，如 3 × 3，得到“%1”。</translation>
    </message>
    <message>
        <source>Expected numbers, separated by commas, got “%1”.</source>
        <translation>应为以逗号分隔的若干数字，得到“%1”。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Import ONNX…</source>
        <translation>导入 ONNX…</translation>
    </message>
    <message>
        <source>Export, compile</source>
        <translation>导出与编译</translation>
    </message>
    <message>
        <source>Export as ONNX…</source>
        <translation>导出为 ONNX…</translation>
    </message>
    <message>
        <source>Compile to C…</source>
        <translation>编译为 C…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Layer</source>
        <translation>层(&amp;L)</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Run or pause</source>
        <translation>运行或暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint</source>
        <translation>从最近的检查点继续</translation>
    </message>
    <message>
        <source>Profile a training step</source>
        <translation>剖析一个训练步</translation>
    </message>
    <message>
        <source>Profile inference</source>
        <translation>剖析推理</translation>
    </message>
    <message>
        <source>Evaluate on the test data</source>
        <translation>在测试数据上评估</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>All commands…</source>
        <translation>所有命令…</translation>
    </message>
    <message>
        <source>Cards show</source>
        <translation>卡片显示</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Restore the panels</source>
        <translation>恢复面板布局</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>窗口的下一部分</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>About Espalier</source>
        <translation>关于 Espalier</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能剖析</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>历次运行</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Problems %1</source>
        <translation>问题 %1</translation>
    </message>
    <message>
        <source>evaluating on the test data</source>
        <translation>正在测试数据上评估</translation>
    </message>
    <message>
        <source>saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Show the layer</source>
        <translation>显示该层</translation>
    </message>
    <message>
        <source>%1 an epoch, %2 in all</source>
        <translation>每轮 %1，共 %2</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Error in 8 bits</source>
        <translation>8 位误差</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
</context>
<context>
    <name>espalier::ui::Minimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>图的概览</translation>
    </message>
</context>
<context>
    <name>espalier::ui::NumberLine</name>
    <message>
        <source>Expected a whole number, got an empty field.</source>
        <translation>应为整数，但字段为空。</translation>
    </message>
    <message>
        <source>Expected a number, got an empty field.</source>
        <translation>应为数字，但字段为空。</translation>
    </message>
    <message>
        <source>Expected a whole number, got “%1”.</source>
        <translation>应为整数，得到“%1”。</translation>
    </message>
    <message>
        <source>Expected a number, got “%1”.</source>
        <translation>应为数字，得到“%1”。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::Palette</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Add to the canvas</source>
        <translation>添加到画布</translation>
    </message>
    <message>
        <source>Rename group…</source>
        <translation>重命名组…</translation>
    </message>
    <message>
        <source>Rename group</source>
        <translation>重命名组</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Delete group</source>
        <translation>删除组</translation>
    </message>
    <message>
        <source>Search layers</source>
        <translation>搜索层</translation>
    </message>
</context>
<context>
    <name>espalier::ui::PaletteModel</name>
    <message>
        <source>Fewer</source>
        <translation>收起</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espalier::ui::PathBar</name>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
</context>
<context>
    <name>espalier::ui::PathLine</name>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
</context>
<context>
    <name>espalier::ui::PredictionBars</name>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
</context>
<context>
    <name>espalier::ui::ProblemsPanel</name>
    <message>
        <source>No problems: every layer can work.</source>
        <translation>没有问题：所有层均可工作。</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题说明</translation>
    </message>
    <message>
        <source>Cure</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>espalier::ui::ProfileModel</name>
    <message>
        <source>not taken:</source>
        <translation>未采用：</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
</context>
<context>
    <name>espalier::ui::ProfilePanel</name>
    <message>
        <source>training step</source>
        <translation>训练步</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>What is profiled</source>
        <translation>剖析对象</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Save trace…</source>
        <translation>保存跟踪文件…</translation>
    </message>
    <message>
        <source>A file that Chrome&apos;s trace viewer and Perfetto open</source>
        <translation>可用 Chrome 跟踪查看器和 Perfetto 打开的文件</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能剖析</translation>
    </message>
    <message>
        <source>Nothing measured yet: Measure, or train with the time overlay on.</source>
        <translation>尚无测量：请按“测量”，或在开启时间着色时训练。</translation>
    </message>
    <message>
        <source>a training step of %1 samples takes %2, arena %3</source>
        <translation>%1 个样本的训练步耗时 %2，内存池 %3</translation>
    </message>
    <message>
        <source>inference of %1 samples takes %2, arena %3</source>
        <translation>%1 个样本的推理耗时 %2，内存池 %3</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>正在测量 …</translation>
    </message>
    <message>
        <source>Save trace</source>
        <translation>保存跟踪文件</translation>
    </message>
    <message>
        <source>Traces (*.json)</source>
        <translation>跟踪文件 (*.json)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Flame chart</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Where the time of one run goes, from left to right</source>
        <translation>一次运行的时间去向，从左到右</translation>
    </message>
</context>
<context>
    <name>espalier::ui::QuantizationControl</name>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
</context>
<context>
    <name>espalier::ui::QuantizationPanel</name>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>percentile</source>
        <translation>百分位</translation>
    </message>
    <message>
        <source>Ranges by</source>
        <translation>范围依据</translation>
    </message>
    <message>
        <source>How the range of a value is found from what training samples make of it</source>
        <translation>如何由训练样本得出的值确定其范围</translation>
    </message>
    <message>
        <source>Within</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>The share of a value&apos;s elements that its range holds</source>
        <translation>范围所包含的元素比例</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Training samples that are run to find the ranges</source>
        <translation>为确定范围而运行的训练样本数</translation>
    </message>
    <message>
        <source>a share above 0 and up to 100 %</source>
        <translation>大于 0 且不超过 100 % 的比例</translation>
    </message>
    <message>
        <source>at least 1</source>
        <translation>至少为 1</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Calibrate on training samples and measure the layers in 8 bits</source>
        <translation>用训练样本校准，并测量 8 位的各层</translation>
    </message>
    <message>
        <source>Measure layers</source>
        <translation>测量各层</translation>
    </message>
    <message>
        <source>Back to float</source>
        <translation>恢复为浮点</translation>
    </message>
    <message>
        <source>Forget the ranges; undo brings them back</source>
        <translation>丢弃范围；撤销可以恢复</translation>
    </message>
    <message>
        <source>Progress of the quantisation</source>
        <translation>量化进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Layers in 8 bits</source>
        <translation>8 位的层</translation>
    </message>
    <message>
        <source>The network runs in float</source>
        <translation>网络以浮点运行</translation>
    </message>
    <message>
        <source>Quantise runs training samples through it to find the range of every value; then running, judging, exporting and compiling use 8-bit integers. Training stays in float.</source>
        <translation>“量化”让训练样本通过网络以确定每个值的范围；此后运行、评估、导出和编译都使用 8 位整数。训练仍为浮点。</translation>
    </message>
    <message>
        <source>%1 in 8 bits, %2 in float (%3)</source>
        <translation>8 位 %1，浮点 %2（%3）</translation>
    </message>
    <message>
        <source>output error %1</source>
        <translation>输出误差 %1</translation>
    </message>
    <message>
        <source>on %1 held-out samples</source>
        <translation>基于 %1 个留出样本</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>%1 of the multiply-accumulates in 8 bits</source>
        <translation>%1 的乘加运算为 8 位</translation>
    </message>
    <message>
        <source>calibrated on %1 samples</source>
        <translation>已用 %1 个样本校准</translation>
    </message>
    <message>
        <source>The network has changed since it was calibrated: quantise it again.</source>
        <translation>校准之后网络已改变：请重新量化。</translation>
    </message>
    <message>
        <source>min and max</source>
        <translation>最小值和最大值</translation>
    </message>
</context>
<context>
    <name>espalier::ui::QuickAdd</name>
    <message>
        <source>Add a layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>Layers that fit</source>
        <translation>合适的层</translation>
    </message>
    <message>
        <source>No layer of that name fits here.</source>
        <translation>没有合适的同名层。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::RunControl</name>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>%1 之前</translation>
    </message>
    <message>
        <source>There is nothing to train yet: add layers first.</source>
        <translation>尚无可训练的内容：请先添加层。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::RunPanel</name>
    <message>
        <source>Before the run</source>
        <translation>运行之前</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Weights, optimiser state and the arena of one training step.</source>
        <translation>权重、优化器状态以及一个训练步的内存池。</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Measured on a few steps of this network on this machine.</source>
        <translation>在本机上用此网络实测若干步得出。</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint</source>
        <translation>从最近的检查点继续</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>正在测量 …</translation>
    </message>
    <message>
        <source>The drawing or its settings have changed since this run began; the run goes on with what it began with.</source>
        <translation>运行开始后图或设置已更改；本次运行仍按开始时的内容进行。</translation>
    </message>
</context>
<context>
    <name>espalier::ui::RunsPanel</name>
    <message>
        <source>Runs of this project are listed here, with what came out.</source>
        <translation>此处列出本项目的历次运行及其结果。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Best, validation</source>
        <translation>最佳（验证）</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Ticked runs are laid over the curves</source>
        <translation>勾选的运行会叠加在曲线上</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>历次运行</translation>
    </message>
    <message>
        <source>Tick a run to lay its curves over those of now.</source>
        <translation>勾选某次运行，可将其曲线叠加到当前曲线上。</translation>
    </message>
    <message>
        <source>Open its drawing</source>
        <translation>打开当时的图</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1，运行 %2</translation>
    </message>
</context>
<context>
    <name>espalier::ui::SampleGrid</name>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
</context>
<context>
    <name>espalier::ui::SchedulePlot</name>
    <message>
        <source>Learning rate over the run</source>
        <translation>运行期间的学习率</translation>
    </message>
    <message>
        <source>epoch %1: %2</source>
        <translation>第 %1 轮：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n epoch(s)</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
</context>
<context>
    <name>espalier::ui::SensitivityModel</name>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>Kept in float; a click lets it run in 8 bits again.</source>
        <translation>保持浮点；单击可让它重新以 8 位运行。</translation>
    </message>
    <message>
        <source>Runs in 8 bits; a click keeps it in float.</source>
        <translation>以 8 位运行；单击可让它保持浮点。</translation>
    </message>
    <message>
        <source>In float, because a layer before it is kept in float.</source>
        <translation>为浮点，因为它之前的层保持浮点。</translation>
    </message>
    <message>
        <source>How far the scores move when this layer alone runs in 8 bits, relative to the scores</source>
        <translation>仅此层以 8 位运行时得分的变化（相对于得分）</translation>
    </message>
    <message>
        <source>Accuracy on held-out samples when this layer alone runs in 8 bits, against float</source>
        <translation>仅此层以 8 位运行时在留出样本上的准确率（与浮点相比）</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Output error, alone</source>
        <translation>单独时的输出误差</translation>
    </message>
    <message>
        <source>Accuracy, alone</source>
        <translation>单独时的准确率</translation>
    </message>
</context>
<context>
    <name>espalier::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Less motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>As in</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Threads and instruction set belong to a project: see Run › Machine.</source>
        <translation>线程数和指令集属于项目设置：见“运行 › 机器”。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>espalier::ui::SettingsForm</name>
    <message>
        <source>Fewer settings</source>
        <translation>收起设置</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>更多设置</translation>
    </message>
</context>
<context>
    <name>espalier::ui::StatusLine</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>运行进度</translation>
    </message>
    <message>
        <source>done in %1: test accuracy %2</source>
        <translation>用时 %1 完成：测试准确率 %2</translation>
    </message>
    <message>
        <source>done in %1</source>
        <translation>用时 %1 完成</translation>
    </message>
    <message>
        <source>stopped after %1; the checkpoint is kept</source>
        <translation>%1 后停止；检查点已保留</translation>
    </message>
    <message>
        <source>the run failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>preparing the run</source>
        <translation>正在准备运行</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>loader %1 of step</source>
        <translation>数据加载占 %1</translation>
    </message>
    <message>
        <source>Share of a step that is spent waiting for data.</source>
        <translation>每步中等待数据所占的比例。</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>not saved, autosaved %1 ago</source>
        <translation>未保存，%1 前已自动保存</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>stopped after %1; save the project to keep the checkpoint</source>
        <translation>%1 后停止；保存项目即可保留检查点</translation>
    </message>
</context>
<context>
    <name>espalier::ui::TopBar</name>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n 核</numerusform>
        </translation>
    </message>
    <message>
        <source>Top bar</source>
        <translation>顶栏</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Shapes on the wires, nothing painted on the cards</source>
        <translation>在连线上显示形状，卡片不着色</translation>
    </message>
    <message>
        <source>Colour the cards by their share of the time of a step</source>
        <translation>按步时占比为卡片着色</translation>
    </message>
    <message>
        <source>Colour the cards by their share of memory</source>
        <translation>按内存占比为卡片着色</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End the run after a checkpoint</source>
        <translation>保存检查点后结束运行</translation>
    </message>
    <message>
        <source>Export, compile…</source>
        <translation>导出与编译…</translation>
    </message>
    <message>
        <source>There are changes that are not saved.</source>
        <translation>有尚未保存的更改。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Train the network (F5)</source>
        <translation>训练网络 (F5)</translation>
    </message>
    <message>
        <source>Int8</source>
        <translation>Int8</translation>
    </message>
    <message>
        <source>Colour the cards by the error that a layer makes in 8 bits</source>
        <translation>按各层为 8 位时的误差为卡片着色</translation>
    </message>
</context>
<context>
    <name>espalier::ui::TryPanel</name>
    <message>
        <source>A row of numbers</source>
        <translation>一行数字</translation>
    </message>
    <message>
        <source>Open an image…</source>
        <translation>打开图像…</translation>
    </message>
    <message>
        <source>A sample of the test data</source>
        <translation>取一个测试样本</translation>
    </message>
    <message>
        <source>numbers, separated by commas</source>
        <translation>以逗号分隔的数字</translation>
    </message>
    <message>
        <source>Drop an image here</source>
        <translation>将图像拖放到此处</translation>
    </message>
    <message>
        <source>Open an image</source>
        <translation>打开图像</translation>
    </message>
    <message>
        <source>is: %1</source>
        <translation>实际为：%1</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>computed in %1</source>
        <translation>计算用时 %1</translation>
    </message>
    <message>
        <source>Open a row…</source>
        <translation>打开表格行…</translation>
    </message>
    <message>
        <source>Open a row</source>
        <translation>打开表格行</translation>
    </message>
    <message>
        <source>Tables (*.csv *.txt);;All files (*)</source>
        <translation>表格 (*.csv *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Images (*.png *.jpg *.jpeg);;All files (*)</source>
        <translation>图像 (*.png *.jpg *.jpeg);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 is no image that can be tried: a PNG or JPEG file is expected.</source>
        <translation>%1 不是可试用的图像：应为 PNG 或 JPEG 文件。</translation>
    </message>
    <message>
        <source>%1 cannot be shown: %2</source>
        <translation>无法显示 %1：%2</translation>
    </message>
</context>
<context>
    <name>ops</name>
    <message>
        <source>An operator that is not known here.</source>
        <translation>此处未知的算子。</translation>
    </message>
    <message>
        <source>The values, a tensor of any shape.</source>
        <translation>数值，任意形状的张量。</translation>
    </message>
    <message>
        <source>The results, of the shape of X.</source>
        <translation>结果，形状与 X 相同。</translation>
    </message>
    <message>
        <source>The slope for negative values.</source>
        <translation>负值部分的斜率。</translation>
    </message>
    <message>
        <source>Rectifier with a small slope for negative values.</source>
        <translation>负值部分带有小斜率的修正线性单元。</translation>
    </message>
    <message>
        <source>y = x where x ≥ 0, alpha · x elsewhere. Source: ONNX operator specification, LeakyRelu; Maas, Hannun and Ng, &quot;Rectifier Nonlinearities Improve Neural Network Acoustic Models&quot;, 2013.</source>
        <translation>x ≥ 0 时 y = x，否则 y = alpha · x。来源：ONNX 算子规范 LeakyRelu；Maas、Hannun 与 Ng，“Rectifier Nonlinearities Improve Neural Network Acoustic Models”，2013。</translation>
    </message>
    <message>
        <source>Rectifier: negative values become 0.</source>
        <translation>修正线性单元：负值变为 0。</translation>
    </message>
    <message>
        <source>y = max(x, 0) for every element. A NaN stays a NaN. The slope at 0 is taken to be 0. Source: ONNX operator specification, Relu; Nair and Hinton, &quot;Rectified Linear Units Improve Restricted Boltzmann Machines&quot;, 2010.</source>
        <translation>逐元素计算 y = max(x, 0)。NaN 保持为 NaN。0 处的斜率取 0。来源：ONNX 算子规范 Relu；Nair 与 Hinton，“Rectified Linear Units Improve Restricted Boltzmann Machines”，2010。</translation>
    </message>
    <message>
        <source>Squeezes values smoothly into 0 to 1.</source>
        <translation>将数值平滑地压缩到 0 至 1。</translation>
    </message>
    <message>
        <source>y = 1 / (1 + exp(−x)) for every element. Source: ONNX operator specification, Sigmoid.</source>
        <translation>逐元素计算 y = 1 / (1 + exp(−x))。来源：ONNX 算子规范 Sigmoid。</translation>
    </message>
    <message>
        <source>Squeezes values smoothly into −1 to 1.</source>
        <translation>将数值平滑地压缩到 −1 至 1。</translation>
    </message>
    <message>
        <source>y = tanh(x) = (exp(x) − exp(−x)) / (exp(x) + exp(−x)) for every element. Source: ONNX operator specification, Tanh.</source>
        <translation>逐元素计算 y = tanh(x) = (exp(x) − exp(−x)) / (exp(x) + exp(−x))。来源：ONNX 算子规范 Tanh。</translation>
    </message>
    <message>
        <source>The axis of the classes; negative ones count from the end.</source>
        <translation>类别所在的轴；负数从末尾数起。</translation>
    </message>
    <message>
        <source>Take all axes from `axis` on as one, as ONNX did before opset 13.</source>
        <translation>将 `axis` 起的所有轴视为一个轴，如 ONNX 算子集 13 之前那样。</translation>
    </message>
    <message>
        <source>The scores.</source>
        <translation>得分。</translation>
    </message>
    <message>
        <source>The result, of the shape of the input.</source>
        <translation>结果，形状与输入相同。</translation>
    </message>
    <message>
        <source>Turns scores into probabilities that sum to 1.</source>
        <translation>将得分转换为总和为 1 的概率。</translation>
    </message>
    <message>
        <source>y = exp(x) / Σ exp(x) along an axis, computed with the greatest score taken off first so that nothing overflows. Source: ONNX operator specification, Softmax.</source>
        <translation>沿一个轴计算 y = exp(x) / Σ exp(x)；先减去最大得分以免溢出。来源：ONNX 算子规范 Softmax。</translation>
    </message>
    <message>
        <source>The logarithm of the softmax, without loss of precision.</source>
        <translation>softmax 的对数，不损失精度。</translation>
    </message>
    <message>
        <source>y = x − log Σ exp(x) along an axis, computed with the greatest score taken off first. Source: ONNX operator specification, LogSoftmax.</source>
        <translation>沿一个轴计算 y = x − log Σ exp(x)；先减去最大得分。来源：ONNX 算子规范 LogSoftmax。</translation>
    </message>
    <message>
        <source>A fixed tensor.</source>
        <translation>固定的张量。</translation>
    </message>
    <message>
        <source>The output is the tensor given; it does not train. Source: ONNX operator specification, Constant.</source>
        <translation>输出为给定的张量；不参与训练。来源：ONNX 算子规范 Constant。</translation>
    </message>
    <message>
        <source>The tensor.</source>
        <translation>张量。</translation>
    </message>
    <message>
        <source>Convolution: slides learned windows over images or signals.</source>
        <translation>卷积：在图像或信号上滑动可学习的窗口。</translation>
    </message>
    <message>
        <source>Y[n,m,o] is the bias B[m] plus the sum over the channels c of its group and the window&apos;s elements k of W[m,c,k] · X[n,c,o·stride − pad + k·dilation]; positions in the padding count as 0 (this is a cross-correlation: the window is not flipped). An output axis has floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 elements. Signals [N,C,L], images [N,C,H,W] and volumes [N,C,D,H,W]. Source: ONNX operator specification, Conv.</source>
        <translation>Y[n,m,o] 等于偏置 B[m] 加上对所属组的通道 c 与窗口元素 k 求和的 W[m,c,k] · X[n,c,o·stride − pad + k·dilation]；填充处按 0 计（即互相关：窗口不翻转）。输出轴有 floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 个元素。适用于信号 [N,C,L]、图像 [N,C,H,W] 与体数据 [N,C,D,H,W]。来源：ONNX 算子规范 Conv。</translation>
    </message>
    <message>
        <source>Number of output channels, M.</source>
        <translation>输出通道数 M。</translation>
    </message>
    <message>
        <source>Input and output channels are cut into this many groups that do not see one another. As many groups as input channels: a depthwise convolution.</source>
        <translation>将输入与输出通道分为若干互不可见的组。组数等于输入通道数即为深度可分离卷积的逐通道卷积。</translation>
    </message>
    <message>
        <source>Whether a learned number is added per channel.</source>
        <translation>是否为每个通道加上一个可学习的数。</translation>
    </message>
    <message>
        <source>The input, [N,C,H,W] for images.</source>
        <translation>输入，图像为 [N,C,H,W]。</translation>
    </message>
    <message>
        <source>The windows&apos; weights, [M,C/group,kH,kW].</source>
        <translation>窗口权重，[M,C/group,kH,kW]。</translation>
    </message>
    <message>
        <source>The bias, [M].</source>
        <translation>偏置，[M]。</translation>
    </message>
    <message>
        <source>The result, [N,M,oH,oW] for images.</source>
        <translation>结果，图像为 [N,M,oH,oW]。</translation>
    </message>
    <message>
        <source>Fully connected layer: a matrix product with learned weights.</source>
        <translation>全连接层：与可学习权重的矩阵乘积。</translation>
    </message>
    <message>
        <source>Y = alpha · A · B + beta · C, with A or B transposed where set. A layer that is drawn has weights B of [units,K] (transposed, as in torch.nn.Linear) and a bias C of [units]. Source: ONNX operator specification, Gemm.</source>
        <translation>Y = alpha · A · B + beta · C，A 或 B 可按设置转置。绘制的层权重 B 为 [units,K]（转置，如 torch.nn.Linear），偏置 C 为 [units]。来源：ONNX 算子规范 Gemm。</translation>
    </message>
    <message>
        <source>Number of outputs of a sample.</source>
        <translation>每个样本的输出数。</translation>
    </message>
    <message>
        <source>Whether a learned number is added per output.</source>
        <translation>是否为每个输出加上一个可学习的数。</translation>
    </message>
    <message>
        <source>What the product is multiplied by.</source>
        <translation>乘积所乘的系数。</translation>
    </message>
    <message>
        <source>What C is multiplied by.</source>
        <translation>C 所乘的系数。</translation>
    </message>
    <message>
        <source>1: A is [K,M] and used transposed.</source>
        <translation>1：A 为 [K,M]，使用其转置。</translation>
    </message>
    <message>
        <source>1: B is [N,K] and used transposed.</source>
        <translation>1：B 为 [N,K]，使用其转置。</translation>
    </message>
    <message>
        <source>The input, one row a sample: [M,K].</source>
        <translation>输入，每个样本一行：[M,K]。</translation>
    </message>
    <message>
        <source>The weights, [units,K], or [K,units] without transB.</source>
        <translation>权重，[units,K]；未设 transB 时为 [K,units]。</translation>
    </message>
    <message>
        <source>The bias, [units]; a wire may bring anything that broadcasts to the result.</source>
        <translation>偏置，[units]；连线可传入任何能广播到结果的张量。</translation>
    </message>
    <message>
        <source>The result, [M,units].</source>
        <translation>结果，[M,units]。</translation>
    </message>
    <message>
        <source>Product of two matrices, or of stacks of them.</source>
        <translation>两个矩阵（或矩阵堆）的乘积。</translation>
    </message>
    <message>
        <source>Y = A · B over the last two dimensions, as numpy.matmul: the dimensions before them broadcast, a vector is taken as one row or one column. Source: ONNX operator specification, MatMul.</source>
        <translation>在最后两维上计算 Y = A · B，同 numpy.matmul：之前的维度按广播处理，向量视为一行或一列。来源：ONNX 算子规范 MatMul。</translation>
    </message>
    <message>
        <source>The first factor, […,M,K].</source>
        <translation>第一个因子，[…,M,K]。</translation>
    </message>
    <message>
        <source>The second factor, […,K,N].</source>
        <translation>第二个因子，[…,K,N]。</translation>
    </message>
    <message>
        <source>The product, […,M,N].</source>
        <translation>乘积，[…,M,N]。</translation>
    </message>
    <message>
        <source>What becomes of the squares: their mean, their sum, or none: one an element.</source>
        <translation>平方项的归约方式：均值、总和，或不归约（每个元素一项）。</translation>
    </message>
    <message>
        <source>Loss for numbers: the mean of the squared differences.</source>
        <translation>数值损失：差的平方的均值。</translation>
    </message>
    <message>
        <source>(prediction − target)² for every element, then the mean or sum over all of them. In ONNX it is a function of Sub, Mul and ReduceMean. Source: torch.nn.MSELoss.</source>
        <translation>逐元素计算 (prediction − target)²，再取均值或总和。在 ONNX 中由 Sub、Mul 与 ReduceMean 组成的函数表示。来源：torch.nn.MSELoss。</translation>
    </message>
    <message>
        <source>The network&apos;s result.</source>
        <translation>网络的结果。</translation>
    </message>
    <message>
        <source>What it should be, of the same shape. Without a wire: the data set&apos;s target column.</source>
        <translation>应有的结果，形状相同。不连线时取数据集的目标列。</translation>
    </message>
    <message>
        <source>The loss.</source>
        <translation>损失。</translation>
    </message>
    <message>
        <source>What becomes of the samples&apos; losses: their (weighted) mean, their sum, or none: one loss a sample.</source>
        <translation>各样本损失的归约方式：（加权）均值、总和，或不归约（每个样本一项）。</translation>
    </message>
    <message>
        <source>Samples with this label do not count.</source>
        <translation>带有此标签的样本不计入。</translation>
    </message>
    <message>
        <source>Scores of the classes (not probabilities), [N,C] or [N,C,d1,…].</source>
        <translation>各类别的得分（不是概率），[N,C] 或 [N,C,d1,…]。</translation>
    </message>
    <message>
        <source>The right class of every sample, [N] or [N,d1,…]. Without a wire: the data set&apos;s target column.</source>
        <translation>每个样本的正确类别，[N] 或 [N,d1,…]。不连线时取数据集的目标列。</translation>
    </message>
    <message>
        <source>The weight of every class, [C].</source>
        <translation>各类别的权重，[C]。</translation>
    </message>
    <message>
        <source>The logarithm of the probabilities.</source>
        <translation>概率的对数。</translation>
    </message>
    <message>
        <source>Loss for classes: cross-entropy of the scores&apos; softmax.</source>
        <translation>分类损失：得分经 softmax 后的交叉熵。</translation>
    </message>
    <message>
        <source>A sample&apos;s loss is −weights[label] · log softmax(scores)[label]. The mean divides by the sum of the samples&apos; weights. The scores go in as they are, without a Softmax before. Source: ONNX operator specification, SoftmaxCrossEntropyLoss.</source>
        <translation>样本的损失为 −weights[label] · log softmax(scores)[label]。求均值时除以样本权重之和。得分直接输入，之前不要接 Softmax。来源：ONNX 算子规范 SoftmaxCrossEntropyLoss。</translation>
    </message>
    <message>
        <source>Sum of two tensors.</source>
        <translation>两个张量之和。</translation>
    </message>
    <message>
        <source>C = A + B for every element; dimensions of size 1 and missing leading ones are repeated (numpy&apos;s broadcasting). Source: ONNX operator specification, Add.</source>
        <translation>逐元素计算 C = A + B；大小为 1 的维度与缺少的前置维度会重复（numpy 广播）。来源：ONNX 算子规范 Add。</translation>
    </message>
    <message>
        <source>Difference of two tensors.</source>
        <translation>两个张量之差。</translation>
    </message>
    <message>
        <source>C = A − B for every element; dimensions of size 1 and missing leading ones are repeated (numpy&apos;s broadcasting). Source: ONNX operator specification, Sub.</source>
        <translation>逐元素计算 C = A − B；大小为 1 的维度与缺少的前置维度会重复（numpy 广播）。来源：ONNX 算子规范 Sub。</translation>
    </message>
    <message>
        <source>Product of two tensors, element by element.</source>
        <translation>两个张量的逐元素乘积。</translation>
    </message>
    <message>
        <source>C = A · B for every element; dimensions of size 1 and missing leading ones are repeated (numpy&apos;s broadcasting). Source: ONNX operator specification, Mul.</source>
        <translation>逐元素计算 C = A · B；大小为 1 的维度与缺少的前置维度会重复（numpy 广播）。来源：ONNX 算子规范 Mul。</translation>
    </message>
    <message>
        <source>Quotient of two tensors, element by element.</source>
        <translation>两个张量的逐元素商。</translation>
    </message>
    <message>
        <source>C = A / B for every element; integers are divided towards 0. Dimensions of size 1 and missing leading ones are repeated (numpy&apos;s broadcasting). Source: ONNX operator specification, Div.</source>
        <translation>逐元素计算 C = A / B；整数除法向 0 取整。大小为 1 的维度与缺少的前置维度会重复（numpy 广播）。来源：ONNX 算子规范 Div。</translation>
    </message>
    <message>
        <source>The first operand.</source>
        <translation>第一个操作数。</translation>
    </message>
    <message>
        <source>The second operand.</source>
        <translation>第二个操作数。</translation>
    </message>
    <message>
        <source>The result, of the broadcast shape.</source>
        <translation>结果，形状为广播后的形状。</translation>
    </message>
    <message>
        <source>Added to the variance so that nothing is divided by 0.</source>
        <translation>加到方差上，以免除以 0。</translation>
    </message>
    <message>
        <source>How much of the running statistics stays in a training step (PyTorch&apos;s momentum is 1 minus this).</source>
        <translation>每个训练步中滑动统计量保留的比例（PyTorch 的 momentum 为 1 减去此值）。</translation>
    </message>
    <message>
        <source>Batch normalisation: brings every channel to mean 0, deviation 1.</source>
        <translation>批归一化：使每个通道的均值为 0、标准差为 1。</translation>
    </message>
    <message>
        <source>Y = (X − mean) / √(var + epsilon) · scale + B for every channel. In training mean and var are those of the batch, and the running statistics follow: running · momentum + batch · (1 − momentum); var is divided by the number of elements. Otherwise the running statistics are used. Source: ONNX operator specification, BatchNormalization; Ioffe and Szegedy, &quot;Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift&quot;, 2015.</source>
        <translation>逐通道计算 Y = (X − mean) / √(var + epsilon) · scale + B。训练时 mean 与 var 取自当前批次，滑动统计量随之更新：running · momentum + batch · (1 − momentum)；var 按元素个数求平均。其余情况使用滑动统计量。来源：ONNX 算子规范 BatchNormalization；Ioffe 与 Szegedy，“Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift”，2015。</translation>
    </message>
    <message>
        <source>Use the statistics of the batch outside of training, too.</source>
        <translation>训练之外也使用批次统计量。</translation>
    </message>
    <message>
        <source>The input; its second dimension is the channels.</source>
        <translation>输入；第二维为通道。</translation>
    </message>
    <message>
        <source>What a channel is multiplied by, [C].</source>
        <translation>各通道的缩放系数，[C]。</translation>
    </message>
    <message>
        <source>What is added to a channel, [C].</source>
        <translation>各通道的偏移量，[C]。</translation>
    </message>
    <message>
        <source>The running mean, [C].</source>
        <translation>滑动均值，[C]。</translation>
    </message>
    <message>
        <source>The running variance, [C].</source>
        <translation>滑动方差，[C]。</translation>
    </message>
    <message>
        <source>The result, of the shape of X.</source>
        <translation>结果，形状与 X 相同。</translation>
    </message>
    <message>
        <source>The new running mean.</source>
        <translation>新的滑动均值。</translation>
    </message>
    <message>
        <source>The new running variance.</source>
        <translation>新的滑动方差。</translation>
    </message>
    <message>
        <source>Dropout: sets a random part of the values to 0 while training.</source>
        <translation>随机失活：训练时将随机一部分数值置 0。</translation>
    </message>
    <message>
        <source>In training each element is 0 with probability `ratio` and otherwise divided by 1 − ratio, so that the expected value stays; outside of training nothing happens. The choice depends on the run&apos;s seed, the step and the layer only. Source: ONNX operator specification, Dropout; Srivastava et al., &quot;Dropout: A Simple Way to Prevent Neural Networks from Overfitting&quot;, 2014.</source>
        <translation>训练时每个元素以概率 `ratio` 置 0，否则除以 1 − ratio，使期望值不变；训练之外不起作用。取舍只取决于运行的种子、步数与所在层。来源：ONNX 算子规范 Dropout；Srivastava 等，“Dropout: A Simple Way to Prevent Neural Networks from Overfitting”，2014。</translation>
    </message>
    <message>
        <source>The part of the elements that is dropped.</source>
        <translation>被置 0 的元素比例。</translation>
    </message>
    <message>
        <source>Gives another choice with the same run&apos;s seed.</source>
        <translation>在相同的运行种子下给出另一种取舍。</translation>
    </message>
    <message>
        <source>Drop elements outside of training, too.</source>
        <translation>训练之外也进行失活。</translation>
    </message>
    <message>
        <source>The values.</source>
        <translation>数值。</translation>
    </message>
    <message>
        <source>The ratio as a constant tensor; overrides the attribute.</source>
        <translation>以常量张量给出的比例；优先于属性。</translation>
    </message>
    <message>
        <source>The mode as a constant tensor; overrides the attribute.</source>
        <translation>以常量张量给出的模式；优先于属性。</translation>
    </message>
    <message>
        <source>True where an element was kept.</source>
        <translation>元素被保留处为真。</translation>
    </message>
    <message>
        <source>Divide by the size of the window, padding included, instead of by the elements that it holds.</source>
        <translation>除以含填充的窗口大小，而不是窗口内实际的元素数。</translation>
    </message>
    <message>
        <source>The mean of every window.</source>
        <translation>每个窗口的均值。</translation>
    </message>
    <message>
        <source>Y is the mean of X over a sliding window. An output axis has floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 elements, or that rounded up. Source: ONNX operator specification, AveragePool.</source>
        <translation>Y 为 X 在滑动窗口内的均值。输出轴有 floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 个元素，或向上取整。来源：ONNX 算子规范 AveragePool。</translation>
    </message>
    <message>
        <source>The means.</source>
        <translation>均值。</translation>
    </message>
    <message>
        <source>The mean of every channel&apos;s whole plane.</source>
        <translation>每个通道整个平面的均值。</translation>
    </message>
    <message>
        <source>Y[n,c] is the mean of X[n,c] over all spatial positions; the spatial axes stay with size 1. Source: ONNX operator specification, GlobalAveragePool.</source>
        <translation>Y[n,c] 为 X[n,c] 在所有空间位置上的均值；空间轴保留，大小为 1。来源：ONNX 算子规范 GlobalAveragePool。</translation>
    </message>
    <message>
        <source>The means, [N,C,1,1] for images.</source>
        <translation>均值，图像为 [N,C,1,1]。</translation>
    </message>
    <message>
        <source>The greatest value of every window.</source>
        <translation>每个窗口的最大值。</translation>
    </message>
    <message>
        <source>Y is the maximum of X over a sliding window; padding is never chosen. An output axis has floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 elements, or that rounded up. The gradient goes to the first greatest element. Source: ONNX operator specification, MaxPool.</source>
        <translation>Y 为 X 在滑动窗口内的最大值；填充永不入选。输出轴有 floor((input + pads − dilation·(kernel − 1) − 1) / stride) + 1 个元素，或向上取整。梯度传给第一个最大元素。来源：ONNX 算子规范 MaxPool。</translation>
    </message>
    <message>
        <source>How Indices number a plane&apos;s elements: 0 by rows, 1 by columns.</source>
        <translation>Indices 对平面元素的编号方式：0 按行，1 按列。</translation>
    </message>
    <message>
        <source>The maxima.</source>
        <translation>最大值。</translation>
    </message>
    <message>
        <source>Where they lie in X, counted through the whole tensor.</source>
        <translation>最大值在 X 中的位置，按整个张量编号。</translation>
    </message>
    <message>
        <source>Round the output&apos;s size up instead of down: a last window may reach beyond the padding, but does not begin there.</source>
        <translation>输出大小向上而非向下取整：最后一个窗口可超出填充，但不能始于其外。</translation>
    </message>
    <message>
        <source>The mean over some dimensions.</source>
        <translation>若干维度上的均值。</translation>
    </message>
    <message>
        <source>The sum over some dimensions.</source>
        <translation>若干维度上的总和。</translation>
    </message>
    <message>
        <source>y is the mean of x over the dimensions in `axes`, or over all of them. Source: ONNX operator specification, ReduceMean.</source>
        <translation>y 为 x 在 `axes` 各维度（或全部维度）上的均值。来源：ONNX 算子规范 ReduceMean。</translation>
    </message>
    <message>
        <source>y is the sum of x over the dimensions in `axes`, or over all of them. Source: ONNX operator specification, ReduceSum.</source>
        <translation>y 为 x 在 `axes` 各维度（或全部维度）上的总和。来源：ONNX 算子规范 ReduceSum。</translation>
    </message>
    <message>
        <source>The dimensions to reduce; none means all.</source>
        <translation>要归约的维度；留空表示全部。</translation>
    </message>
    <message>
        <source>Keep the reduced dimensions with size 1.</source>
        <translation>保留被归约的维度，大小为 1。</translation>
    </message>
    <message>
        <source>Let no axes mean no reduction.</source>
        <translation>未给出轴时表示不归约。</translation>
    </message>
    <message>
        <source>The axes as a tensor; overrides the attribute.</source>
        <translation>以张量给出的轴；优先于属性。</translation>
    </message>
    <message>
        <source>The result.</source>
        <translation>结果。</translation>
    </message>
    <message>
        <source>The dimension along which the tensors are joined; 1 is the channels.</source>
        <translation>拼接张量所沿的维度；1 为通道。</translation>
    </message>
    <message>
        <source>Joins tensors along one dimension.</source>
        <translation>沿一个维度拼接张量。</translation>
    </message>
    <message>
        <source>The inputs lie behind one another along `axis` and have equal sizes along all other dimensions. Source: ONNX operator specification, Concat.</source>
        <translation>各输入沿 `axis` 依次相接，其余维度大小相同。来源：ONNX 算子规范 Concat。</translation>
    </message>
    <message>
        <source>The tensors to join, in order.</source>
        <translation>按顺序拼接的张量。</translation>
    </message>
    <message>
        <source>The joined tensor.</source>
        <translation>拼接后的张量。</translation>
    </message>
    <message>
        <source>Gives a tensor another shape.</source>
        <translation>改变张量的形状。</translation>
    </message>
    <message>
        <source>The elements stay in order. In `shape` a 0 keeps the input&apos;s dimension at that place and one −1 takes what is left. Source: ONNX operator specification, Reshape.</source>
        <translation>元素顺序不变。`shape` 中 0 表示保留输入在该处的维度，一个 −1 表示取剩余部分。来源：ONNX 算子规范 Reshape。</translation>
    </message>
    <message>
        <source>The new shape; 0 keeps a dimension, −1 is worked out.</source>
        <translation>新形状；0 保留原维度，−1 自动推算。</translation>
    </message>
    <message>
        <source>Let 0 in `shape` mean an empty dimension.</source>
        <translation>让 `shape` 中的 0 表示空维度。</translation>
    </message>
    <message>
        <source>The shape as a tensor; overrides the attribute.</source>
        <translation>以张量给出的形状；优先于属性。</translation>
    </message>
    <message>
        <source>Changes the order of the dimensions.</source>
        <translation>改变维度的顺序。</translation>
    </message>
    <message>
        <source>Dimension i of the output is dimension perm[i] of the input; without `perm` the order is reversed. Source: ONNX operator specification, Transpose.</source>
        <translation>输出的第 i 维是输入的第 perm[i] 维；未给出 `perm` 时顺序反转。来源：ONNX 算子规范 Transpose。</translation>
    </message>
    <message>
        <source>The input&apos;s dimensions in their new order.</source>
        <translation>输入各维度的新顺序。</translation>
    </message>
    <message>
        <source>The tensor, of any type.</source>
        <translation>张量，任意类型。</translation>
    </message>
    <message>
        <source>The tensor in the new order.</source>
        <translation>新顺序的张量。</translation>
    </message>
    <message>
        <source>The same elements.</source>
        <translation>相同的元素。</translation>
    </message>
    <message>
        <source>Passes its input on unchanged.</source>
        <translation>原样传递输入。</translation>
    </message>
    <message>
        <source>The output is the input. A place for a name, a knot or a quantisation setting. Source: ONNX operator specification, Identity.</source>
        <translation>输出即输入。可用于命名、布线节点或量化设置。来源：ONNX 算子规范 Identity。</translation>
    </message>
    <message>
        <source>Makes a matrix of a tensor: one row a sample.</source>
        <translation>将张量展平为矩阵：每个样本一行。</translation>
    </message>
    <message>
        <source>The dimensions before `axis` become the rows, those from it on the columns; the elements stay in order. Source: ONNX operator specification, Flatten.</source>
        <translation>`axis` 之前的维度成为行，自其起的维度成为列；元素顺序不变。来源：ONNX 算子规范 Flatten。</translation>
    </message>
    <message>
        <source>The first dimension that goes into the columns.</source>
        <translation>并入列的第一个维度。</translation>
    </message>
    <message>
        <source>The name in ONNX files and bundles; empty: the layer&apos;s.</source>
        <translation>在 ONNX 文件与编译产物中的名称；留空则用层名。</translation>
    </message>
    <message>
        <source>Where data enters the network.</source>
        <translation>数据进入网络之处。</translation>
    </message>
    <message>
        <source>One batch of samples from a column of the data set. The first dimension is usually N, the number of samples in a batch; letters are dimensions that are known when the network runs. In a group, an Input is one of the group&apos;s input ports.</source>
        <translation>来自数据集某一列的一批样本。第一维通常为 N，即批中的样本数；字母表示运行时才确定的维度。在组内，Input 是组的一个输入端口。</translation>
    </message>
    <message>
        <source>Dimensions, separated by commas: N,1,28,28 is a batch of grey images.</source>
        <translation>以逗号分隔的维度：N,1,28,28 为一批灰度图像。</translation>
    </message>
    <message>
        <source>Type of the elements.</source>
        <translation>元素类型。</translation>
    </message>
    <message>
        <source>Column of the data set; empty: the one with this layer&apos;s name.</source>
        <translation>数据集的列；留空则取与层同名的列。</translation>
    </message>
    <message>
        <source>The batch.</source>
        <translation>批次。</translation>
    </message>
    <message>
        <source>Marks a result of the network.</source>
        <translation>标记网络的一个结果。</translation>
    </message>
    <message>
        <source>What is connected here is a result: it is shown for predictions and becomes an output of exported files. In a group, an Output is one of the group&apos;s output ports.</source>
        <translation>连接到此处的即为结果：用于显示预测，并成为导出文件的输出。在组内，Output 是组的一个输出端口。</translation>
    </message>
    <message>
        <source>A trainable tensor that several layers can share.</source>
        <translation>可由多个层共用的可训练张量。</translation>
    </message>
    <message>
        <source>Holds weights outside a layer. Connect it to the weight inputs of several layers and they use, and train, the same tensor.</source>
        <translation>在层外保存权重。将其连接到多个层的权重输入，它们便共用并训练同一个张量。</translation>
    </message>
    <message>
        <source>Dimensions, separated by commas.</source>
        <translation>以逗号分隔的维度。</translation>
    </message>
    <message>
        <source>Trained, kept as state, or constant.</source>
        <translation>可训练、作为状态保留，或为常量。</translation>
    </message>
    <message>
        <source>How it begins.</source>
        <translation>如何初始化。</translation>
    </message>
    <message>
        <source>Scale, deviation or constant of the initialiser.</source>
        <translation>初始化的缩放、标准差或常数。</translation>
    </message>
    <message>
        <source>The name under which its weights are kept; empty: its own.</source>
        <translation>保存其权重所用的名称；留空则用自身名称。</translation>
    </message>
    <message>
        <source>A block of layers under one name.</source>
        <translation>同一名称下的一组层。</translation>
    </message>
    <message>
        <source>Stands for the layers of its definition. Repeated, each copy is fed by the one before and has weights of its own unless they are shared.</source>
        <translation>代表其定义中的各层。重复时，每个副本接收前一个的输出；除非共享，否则各有自己的权重。</translation>
    </message>
    <message>
        <source>How many copies follow one another.</source>
        <translation>依次相接的副本数。</translation>
    </message>
    <message>
        <source>All copies use one set of weights.</source>
        <translation>所有副本共用一组权重。</translation>
    </message>
    <message>
        <source>How far the window moves along each spatial axis.</source>
        <translation>窗口沿各空间轴移动的步幅。</translation>
    </message>
    <message>
        <source>NOTSET pads as `pads` says. SAME_UPPER and SAME_LOWER pad so that the output is the input&apos;s size divided by the stride, rounded up, an odd element going to the end or the beginning. VALID does not pad.</source>
        <translation>NOTSET 按 `pads` 填充。SAME_UPPER 与 SAME_LOWER 使输出大小等于输入除以步幅并向上取整，多余的一个元素分别填在末尾或开头。VALID 不填充。</translation>
    </message>
    <message>
        <source>Padding at the beginning of each spatial axis, then at the end of each: top, left, bottom, right. Used where auto_pad is NOTSET.</source>
        <translation>先是各空间轴开头的填充，再是各轴末尾的填充：上、左、下、右。auto_pad 为 NOTSET 时使用。</translation>
    </message>
    <message>
        <source>Distance of neighbouring elements of the window on each axis.</source>
        <translation>窗口相邻元素在各轴上的间距（膨胀）。</translation>
    </message>
    <message>
        <source>Size of the window along each spatial axis.</source>
        <translation>窗口沿各空间轴的大小。</translation>
    </message>
    <message>
        <source>Cuts values to a range.</source>
        <translation>将值截断到一个范围内。</translation>
    </message>
    <message>
        <source>y = min(max(x, min), max) for every element; 0 and 6 make it ReLU6. Source: ONNX operator specification, Clip.</source>
        <translation>逐元素计算 y = min(max(x, min), max)；取 0 与 6 即为 ReLU6。来源：ONNX 算子规范 Clip。</translation>
    </message>
    <message>
        <source>The least value.</source>
        <translation>最小值。</translation>
    </message>
    <message>
        <source>The greatest value.</source>
        <translation>最大值。</translation>
    </message>
    <message>
        <source>The least value as a scalar; overrides the attribute.</source>
        <translation>以标量给出的最小值；优先于属性。</translation>
    </message>
    <message>
        <source>The greatest value as a scalar; overrides the attribute.</source>
        <translation>以标量给出的最大值；优先于属性。</translation>
    </message>
    <message>
        <source>The values in the range.</source>
        <translation>范围内的值。</translation>
    </message>
    <message>
        <source>The exponential of every element.</source>
        <translation>逐元素求指数。</translation>
    </message>
    <message>
        <source>y = exp(x). Source: ONNX operator specification, Exp.</source>
        <translation>y = exp(x)。来源：ONNX 算子规范 Exp。</translation>
    </message>
    <message>
        <source>The natural logarithm of every element.</source>
        <translation>逐元素求自然对数。</translation>
    </message>
    <message>
        <source>y = ln(x): −∞ at 0, NaN below. Source: ONNX operator specification, Log.</source>
        <translation>y = ln(x)：0 处为 −∞，小于 0 时为 NaN。来源：ONNX 算子规范 Log。</translation>
    </message>
    <message>
        <source>The square root of every element.</source>
        <translation>逐元素求平方根。</translation>
    </message>
    <message>
        <source>y = √x; NaN below 0. Source: ONNX operator specification, Sqrt.</source>
        <translation>y = √x；小于 0 时为 NaN。来源：ONNX 算子规范 Sqrt。</translation>
    </message>
    <message>
        <source>1 divided by every element.</source>
        <translation>逐元素求倒数。</translation>
    </message>
    <message>
        <source>y = 1 / x. Source: ONNX operator specification, Reciprocal.</source>
        <translation>y = 1 / x。来源：ONNX 算子规范 Reciprocal。</translation>
    </message>
    <message>
        <source>The error function of every element.</source>
        <translation>逐元素求误差函数。</translation>
    </message>
    <message>
        <source>y = 2/√π · ∫ exp(−t²) dt from 0 to x. Source: ONNX operator specification, Erf.</source>
        <translation>y = 2/√π · ∫ exp(−t²) dt，积分从 0 到 x。来源：ONNX 算子规范 Erf。</translation>
    </message>
    <message>
        <source>The sine of every element.</source>
        <translation>逐元素求正弦。</translation>
    </message>
    <message>
        <source>y = sin(x), x in radians. Source: ONNX operator specification, Sin.</source>
        <translation>y = sin(x)，x 以弧度计。来源：ONNX 算子规范 Sin。</translation>
    </message>
    <message>
        <source>The cosine of every element.</source>
        <translation>逐元素求余弦。</translation>
    </message>
    <message>
        <source>y = cos(x), x in radians. Source: ONNX operator specification, Cos.</source>
        <translation>y = cos(x)，x 以弧度计。来源：ONNX 算子规范 Cos。</translation>
    </message>
    <message>
        <source>The tangent of every element.</source>
        <translation>逐元素求正切。</translation>
    </message>
    <message>
        <source>y = tan(x), x in radians. Source: ONNX operator specification, Tan.</source>
        <translation>y = tan(x)，x 以弧度计。来源：ONNX 算子规范 Tan。</translation>
    </message>
    <message>
        <source>The arc sine of every element.</source>
        <translation>逐元素求反正弦。</translation>
    </message>
    <message>
        <source>y = arcsin(x) in radians; NaN outside −1 to 1. Source: ONNX operator specification, Asin.</source>
        <translation>y = arcsin(x)，以弧度计；−1 至 1 之外为 NaN。来源：ONNX 算子规范 Asin。</translation>
    </message>
    <message>
        <source>The arc cosine of every element.</source>
        <translation>逐元素求反余弦。</translation>
    </message>
    <message>
        <source>y = arccos(x) in radians; NaN outside −1 to 1. Source: ONNX operator specification, Acos.</source>
        <translation>y = arccos(x)，以弧度计；−1 至 1 之外为 NaN。来源：ONNX 算子规范 Acos。</translation>
    </message>
    <message>
        <source>The arc tangent of every element.</source>
        <translation>逐元素求反正切。</translation>
    </message>
    <message>
        <source>y = arctan(x) in radians. Source: ONNX operator specification, Atan.</source>
        <translation>y = arctan(x)，以弧度计。来源：ONNX 算子规范 Atan。</translation>
    </message>
    <message>
        <source>The hyperbolic sine of every element.</source>
        <translation>逐元素求双曲正弦。</translation>
    </message>
    <message>
        <source>y = (exp(x) − exp(−x)) / 2. Source: ONNX operator specification, Sinh.</source>
        <translation>y = (exp(x) − exp(−x)) / 2。来源：ONNX 算子规范 Sinh。</translation>
    </message>
    <message>
        <source>The hyperbolic cosine of every element.</source>
        <translation>逐元素求双曲余弦。</translation>
    </message>
    <message>
        <source>y = (exp(x) + exp(−x)) / 2. Source: ONNX operator specification, Cosh.</source>
        <translation>y = (exp(x) + exp(−x)) / 2。来源：ONNX 算子规范 Cosh。</translation>
    </message>
    <message>
        <source>The inverse hyperbolic sine of every element.</source>
        <translation>逐元素求反双曲正弦。</translation>
    </message>
    <message>
        <source>y = ln(x + √(x² + 1)). Source: ONNX operator specification, Asinh.</source>
        <translation>y = ln(x + √(x² + 1))。来源：ONNX 算子规范 Asinh。</translation>
    </message>
    <message>
        <source>The inverse hyperbolic cosine of every element.</source>
        <translation>逐元素求反双曲余弦。</translation>
    </message>
    <message>
        <source>y = ln(x + √(x² − 1)); NaN below 1. Source: ONNX operator specification, Acosh.</source>
        <translation>y = ln(x + √(x² − 1))；小于 1 时为 NaN。来源：ONNX 算子规范 Acosh。</translation>
    </message>
    <message>
        <source>The inverse hyperbolic tangent of every element.</source>
        <translation>逐元素求反双曲正切。</translation>
    </message>
    <message>
        <source>y = ln((1 + x) / (1 − x)) / 2; NaN outside −1 to 1. Source: ONNX operator specification, Atanh.</source>
        <translation>y = ln((1 + x) / (1 − x)) / 2；−1 至 1 之外为 NaN。来源：ONNX 算子规范 Atanh。</translation>
    </message>
    <message>
        <source>The size of every element without its sign.</source>
        <translation>逐元素求绝对值。</translation>
    </message>
    <message>
        <source>y = |x|; the slope at 0 is taken to be 0. Source: ONNX operator specification, Abs.</source>
        <translation>y = |x|；0 处的斜率取 0。来源：ONNX 算子规范 Abs。</translation>
    </message>
    <message>
        <source>Every element with the other sign.</source>
        <translation>逐元素取相反数。</translation>
    </message>
    <message>
        <source>y = −x. Source: ONNX operator specification, Neg.</source>
        <translation>y = −x。来源：ONNX 算子规范 Neg。</translation>
    </message>
    <message>
        <source>A smooth rectifier.</source>
        <translation>平滑的修正线性单元。</translation>
    </message>
    <message>
        <source>y = ln(1 + exp(x)). Source: ONNX operator specification, Softplus.</source>
        <translation>y = ln(1 + exp(x))。来源：ONNX 算子规范 Softplus。</translation>
    </message>
    <message>
        <source>Squeezes values into −1 to 1, slowly.</source>
        <translation>将值平缓地压缩到 −1 至 1。</translation>
    </message>
    <message>
        <source>y = x / (1 + |x|). Source: ONNX operator specification, Softsign.</source>
        <translation>y = x / (1 + |x|)。来源：ONNX 算子规范 Softsign。</translation>
    </message>
    <message>
        <source>A sigmoid of straight pieces.</source>
        <translation>分段线性的 sigmoid。</translation>
    </message>
    <message>
        <source>y = max(0, min(1, alpha · x + beta)). Source: ONNX operator specification, HardSigmoid.</source>
        <translation>y = max(0, min(1, alpha · x + beta))。来源：ONNX 算子规范 HardSigmoid。</translation>
    </message>
    <message>
        <source>The slope of the middle piece.</source>
        <translation>中间段的斜率。</translation>
    </message>
    <message>
        <source>The value at 0.</source>
        <translation>0 处的值。</translation>
    </message>
    <message>
        <source>x times a sigmoid of straight pieces.</source>
        <translation>x 乘以分段线性的 sigmoid。</translation>
    </message>
    <message>
        <source>y = x · max(0, min(1, x / 6 + 1/2)). Source: ONNX operator specification, HardSwish; Howard and others, &quot;Searching for MobileNetV3&quot;, 2019.</source>
        <translation>y = x · max(0, min(1, x / 6 + 1/2))。来源：ONNX 算子规范 HardSwish；Howard 等，“Searching for MobileNetV3”，2019。</translation>
    </message>
    <message>
        <source>Rectifier with an exponential below 0.</source>
        <translation>0 以下为指数的修正线性单元。</translation>
    </message>
    <message>
        <source>y = x where x &gt; 0, alpha · (exp(x) − 1) elsewhere. Source: ONNX operator specification, Elu; Clevert and others, 2015.</source>
        <translation>x &gt; 0 时 y = x，否则 y = alpha · (exp(x) − 1)。来源：ONNX 算子规范 Elu；Clevert 等，2015。</translation>
    </message>
    <message>
        <source>What it tends to for negative values, negated.</source>
        <translation>负值方向极限的相反数。</translation>
    </message>
    <message>
        <source>An Elu that keeps mean and variance of its input.</source>
        <translation>保持输入均值与方差的 Elu。</translation>
    </message>
    <message>
        <source>y = gamma · x where x &gt; 0, gamma · alpha · (exp(x) − 1) elsewhere. Source: ONNX operator specification, Selu; Klambauer and others, &quot;Self-Normalizing Neural Networks&quot;, 2017.</source>
        <translation>x &gt; 0 时 y = gamma · x，否则 y = gamma · alpha · (exp(x) − 1)。来源：ONNX 算子规范 Selu；Klambauer 等，“Self-Normalizing Neural Networks”，2017。</translation>
    </message>
    <message>
        <source>What it tends to for negative values, over gamma.</source>
        <translation>负值方向极限的相反数除以 gamma。</translation>
    </message>
    <message>
        <source>The slope of positive values.</source>
        <translation>正值部分的斜率。</translation>
    </message>
    <message>
        <source>An Elu without a kink.</source>
        <translation>没有折点的 Elu。</translation>
    </message>
    <message>
        <source>y = max(0, x) + min(0, alpha · (exp(x / alpha) − 1)). Source: ONNX operator specification, Celu; Barron, 2017.</source>
        <translation>y = max(0, x) + min(0, alpha · (exp(x / alpha) − 1))。来源：ONNX 算子规范 Celu；Barron，2017。</translation>
    </message>
    <message>
        <source>Values up to a threshold become 0.</source>
        <translation>不超过阈值的值变为 0。</translation>
    </message>
    <message>
        <source>y = x where x &gt; alpha, 0 elsewhere. Source: ONNX operator specification, ThresholdedRelu.</source>
        <translation>x &gt; alpha 时 y = x，否则为 0。来源：ONNX 算子规范 ThresholdedRelu。</translation>
    </message>
    <message>
        <source>The threshold.</source>
        <translation>阈值。</translation>
    </message>
    <message>
        <source>Values near 0 become 0, others move towards it.</source>
        <translation>接近 0 的值变为 0，其余值向 0 移动。</translation>
    </message>
    <message>
        <source>y = x + bias where x &lt; −lambd, x − bias where x &gt; lambd, 0 elsewhere. Source: ONNX operator specification, Shrink.</source>
        <translation>x &lt; −lambd 时 y = x + bias，x &gt; lambd 时 y = x − bias，否则为 0。来源：ONNX 算子规范 Shrink。</translation>
    </message>
    <message>
        <source>Up to this size values become 0.</source>
        <translation>绝对值不超过此值的值变为 0。</translation>
    </message>
    <message>
        <source>How far the others move.</source>
        <translation>其余值移动的距离。</translation>
    </message>
    <message>
        <source>x times the tanh of a smooth rectifier.</source>
        <translation>x 乘以平滑修正线性单元的 tanh。</translation>
    </message>
    <message>
        <source>y = x · tanh(ln(1 + exp(x))). Source: ONNX operator specification, Mish; Misra, 2019.</source>
        <translation>y = x · tanh(ln(1 + exp(x)))。来源：ONNX 算子规范 Mish；Misra，2019。</translation>
    </message>
    <message>
        <source>The next whole number below.</source>
        <translation>向下取整。</translation>
    </message>
    <message>
        <source>y = ⌊x⌋. Source: ONNX operator specification, Floor.</source>
        <translation>y = ⌊x⌋。来源：ONNX 算子规范 Floor。</translation>
    </message>
    <message>
        <source>The next whole number above.</source>
        <translation>向上取整。</translation>
    </message>
    <message>
        <source>y = ⌈x⌉. Source: ONNX operator specification, Ceil.</source>
        <translation>y = ⌈x⌉。来源：ONNX 算子规范 Ceil。</translation>
    </message>
    <message>
        <source>The nearest whole number.</source>
        <translation>最接近的整数。</translation>
    </message>
    <message>
        <source>y is the whole number nearest to x; halves go to the even one. Source: ONNX operator specification, Round.</source>
        <translation>y 为最接近 x 的整数；恰为一半时取偶数。来源：ONNX 算子规范 Round。</translation>
    </message>
    <message>
        <source>−1, 0 or 1 by the sign.</source>
        <translation>按符号取 −1、0 或 1。</translation>
    </message>
    <message>
        <source>y = −1 where x &lt; 0, 1 where x &gt; 0, 0 at 0. Source: ONNX operator specification, Sign.</source>
        <translation>x &lt; 0 时 y = −1，x &gt; 0 时为 1，0 处为 0。来源：ONNX 算子规范 Sign。</translation>
    </message>
    <message>
        <source>Exactly, or by a formula with tanh.</source>
        <translation>精确计算，或使用含 tanh 的公式。</translation>
    </message>
    <message>
        <source>x times the chance that a normal number is below it.</source>
        <translation>x 乘以标准正态随机数小于 x 的概率。</translation>
    </message>
    <message>
        <source>y = x / 2 · (1 + erf(x / √2)), or x / 2 · (1 + tanh(√(2/π) · (x + 0.044715 · x³))). Source: ONNX operator specification, Gelu; Hendrycks and Gimpel, 2016.</source>
        <translation>y = x / 2 · (1 + erf(x / √2))，或 x / 2 · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))。来源：ONNX 算子规范 Gelu；Hendrycks 与 Gimpel，2016。</translation>
    </message>
    <message>
        <source>Heads of Q where it has three dimensions.</source>
        <translation>Q 为三维时的头数。</translation>
    </message>
    <message>
        <source>Heads of K and V where they have three dimensions.</source>
        <translation>K 与 V 为三维时的头数。</translation>
    </message>
    <message>
        <source>No step sees those behind it.</source>
        <translation>每一步都看不到其后的步。</translation>
    </message>
    <message>
        <source>What the products are multiplied by; unset, 1 / √features.</source>
        <translation>乘积的缩放系数；未设置时为 1 / √features。</translation>
    </message>
    <message>
        <source>Where above 0, products are squeezed to ± this by tanh.</source>
        <translation>大于 0 时，用 tanh 将乘积压缩到 ± 该值之内。</translation>
    </message>
    <message>
        <source>What the last output has: the products, squeezed, with the mask, or the softmax (0 to 3).</source>
        <translation>最后一个输出的内容：乘积、压缩后的乘积、加掩码后的乘积，或 softmax（0 至 3）。</translation>
    </message>
    <message>
        <source>The element type of the softmax; only 1, float32, and 11.</source>
        <translation>softmax 的元素类型；仅限 1（float32）和 11。</translation>
    </message>
    <message>
        <source>Weighted means of values by how well queries match keys.</source>
        <translation>按查询与键的匹配程度对值加权平均。</translation>
    </message>
    <message>
        <source>Y = softmax(Q·Kᵀ · scale + mask) · V for every head; queries may share heads of K and V. Source: ONNX operator specification, Attention; Vaswani and others, &quot;Attention Is All You Need&quot;, 2017.</source>
        <translation>对每个头计算 Y = softmax(Q·Kᵀ · scale + mask) · V；多个查询头可共用 K 与 V 的头。来源：ONNX 算子规范 Attention；Vaswani 等，“Attention Is All You Need”，2017。</translation>
    </message>
    <message>
        <source>Queries, [N,heads,steps,features] or [N,steps,heads·features].</source>
        <translation>查询，[N,heads,steps,features] 或 [N,steps,heads·features]。</translation>
    </message>
    <message>
        <source>Keys, likewise.</source>
        <translation>键，形状要求同上。</translation>
    </message>
    <message>
        <source>Values, likewise.</source>
        <translation>值，形状要求同上。</translation>
    </message>
    <message>
        <source>Added to the products, or which of them count; broadcast to [N,heads,queries,keys].</source>
        <translation>加到乘积上，或标明哪些乘积有效；广播到 [N,heads,queries,keys]。</translation>
    </message>
    <message>
        <source>Keys of steps before, four dimensions.</source>
        <translation>先前各步的键，四维。</translation>
    </message>
    <message>
        <source>Values of steps before, four dimensions.</source>
        <translation>先前各步的值，四维。</translation>
    </message>
    <message>
        <source>The means, of the form of Q.</source>
        <translation>加权平均的结果，形式同 Q。</translation>
    </message>
    <message>
        <source>All keys, with those before.</source>
        <translation>所有键，包括先前的。</translation>
    </message>
    <message>
        <source>All values, with those before.</source>
        <translation>所有值，包括先前的。</translation>
    </message>
    <message>
        <source>The products, as qk_matmul_output_mode says.</source>
        <translation>乘积，依 qk_matmul_output_mode 而定。</translation>
    </message>
    <message>
        <source>How many of the last inputs are values that the body captures.</source>
        <translation>末尾有多少个输入是循环体捕获的值。</translation>
    </message>
    <message>
        <source>One of two graphs, as a condition says.</source>
        <translation>按条件取两个图之一。</translation>
    </message>
    <message>
        <source>Computes `then_branch` where `cond` is true and `else_branch` where it is false. Where the condition follows from shapes, only the branch that is taken becomes part of the plan. Source: ONNX operator specification, If.</source>
        <translation>`cond` 为真时计算 `then_branch`，为假时计算 `else_branch`。若条件可由形状推得，则只有被选中的分支进入执行计划。来源：ONNX 算子规范 If。</translation>
    </message>
    <message>
        <source>The graph computed where the condition is true.</source>
        <translation>条件为真时计算的图。</translation>
    </message>
    <message>
        <source>The graph computed where the condition is false.</source>
        <translation>条件为假时计算的图。</translation>
    </message>
    <message>
        <source>One bool.</source>
        <translation>一个布尔值。</translation>
    </message>
    <message>
        <source>Values from outside that the graphs use.</source>
        <translation>两个图用到的外部值。</translation>
    </message>
    <message>
        <source>The outputs of the graph that was computed.</source>
        <translation>所计算的图的输出。</translation>
    </message>
    <message>
        <source>A graph computed again and again.</source>
        <translation>反复计算的图。</translation>
    </message>
    <message>
        <source>Computes `body` at most M times and as long as its condition holds; carried values go from one turn to the next, further outputs are stacked, a slice for each turn. A loop whose turns are known beforehand is unrolled in the plan. Source: ONNX operator specification, Loop.</source>
        <translation>在条件成立期间计算 `body`，至多 M 次；携带值从一次迭代传到下一次，其余输出堆叠起来，每次迭代一个切片。迭代次数事先已知的循环会在执行计划中展开。来源：ONNX 算子规范 Loop。</translation>
    </message>
    <message>
        <source>Takes the turn&apos;s number, the condition and the carried values; gives the condition, the carried values and slices.</source>
        <translation>接收迭代序号、条件与携带值；给出条件、携带值与切片。</translation>
    </message>
    <message>
        <source>At most this many turns; open: no limit.</source>
        <translation>至多迭代的次数；未连接表示不限。</translation>
    </message>
    <message>
        <source>Whether to begin; open: yes.</source>
        <translation>是否开始；未连接表示是。</translation>
    </message>
    <message>
        <source>The carried values at the beginning, then captures.</source>
        <translation>携带值的初值，其后为捕获值。</translation>
    </message>
    <message>
        <source>The carried values at the end, then the stacked slices.</source>
        <translation>携带值的终值，其后为堆叠的切片。</translation>
    </message>
    <message>
        <source>A graph computed for each slice of a sequence.</source>
        <translation>对序列的每个切片计算的图。</translation>
    </message>
    <message>
        <source>Goes along an axis of the scanned inputs: `body` takes the states and one slice of each and gives new states and slices of the outputs. Source: ONNX operator specification, Scan.</source>
        <translation>沿扫描输入的一个轴逐步推进：`body` 接收状态与各扫描输入的一个切片，给出新状态与各输出的切片。来源：ONNX 算子规范 Scan。</translation>
    </message>
    <message>
        <source>Takes states and slices; gives states and slices.</source>
        <translation>接收状态与切片；给出状态与切片。</translation>
    </message>
    <message>
        <source>How many of the inputs are scanned; those before are states.</source>
        <translation>被扫描的输入个数；其前面的输入为状态。</translation>
    </message>
    <message>
        <source>The axis of each scanned input; none: the first.</source>
        <translation>各扫描输入的轴；留空表示第一个轴。</translation>
    </message>
    <message>
        <source>1 for a scanned input that is read from its end.</source>
        <translation>从末尾开始读取的扫描输入为 1。</translation>
    </message>
    <message>
        <source>The axis of each stacked output; none: the first.</source>
        <translation>各堆叠输出的轴；留空表示第一个轴。</translation>
    </message>
    <message>
        <source>1 for an output that is written from its end.</source>
        <translation>从末尾开始写入的输出为 1。</translation>
    </message>
    <message>
        <source>States, then the tensors to scan, then captures.</source>
        <translation>状态，其后为要扫描的张量，再后为捕获值。</translation>
    </message>
    <message>
        <source>The states at the end, then the stacked slices.</source>
        <translation>最终状态，其后为堆叠的切片。</translation>
    </message>
    <message>
        <source>Turns the elements into another type.</source>
        <translation>将元素转换为另一类型。</translation>
    </message>
    <message>
        <source>Real numbers become whole ones towards zero, whole ones keep their low bits, whatever is not 0 is true; texts are read and written as decimal numbers. Source: ONNX operator specification, Cast.</source>
        <translation>实数向零取整为整数，整数保留低位，非 0 者为真；文本按十进制数读写。来源：ONNX 算子规范 Cast。</translation>
    </message>
    <message>
        <source>The type by its number in ONNX: 1 float32, 11 float64, 10 float16, 6 int32, 7 int64, 2 uint8, 3 int8, 9 bool, 8 text.</source>
        <translation>以 ONNX 编号表示的类型：1 float32、11 float64、10 float16、6 int32、7 int64、2 uint8、3 int8、9 bool、8 文本。</translation>
    </message>
    <message>
        <source>The same values in the new type.</source>
        <translation>新类型的相同数值。</translation>
    </message>
    <message>
        <source>Turns the elements into the type of another tensor.</source>
        <translation>将元素转换为另一张量的类型。</translation>
    </message>
    <message>
        <source>As Cast, to the element type of the second input. Source: ONNX operator specification, CastLike.</source>
        <translation>同 Cast，转换为第二个输入的元素类型。来源：ONNX 算子规范 CastLike。</translation>
    </message>
    <message>
        <source>A tensor of the type wanted.</source>
        <translation>具有所需类型的张量。</translation>
    </message>
    <message>
        <source>One number in every element of a shape.</source>
        <translation>以同一个数填满给定形状。</translation>
    </message>
    <message>
        <source>The output has the sizes given and `value` everywhere. Source: ONNX operator specification, ConstantOfShape.</source>
        <translation>输出具有给定的尺寸，各处均为 `value`。来源：ONNX 算子规范 ConstantOfShape。</translation>
    </message>
    <message>
        <source>A tensor of one element: the number and its type.</source>
        <translation>只含一个元素的张量：该数及其类型。</translation>
    </message>
    <message>
        <source>The sizes.</source>
        <translation>尺寸。</translation>
    </message>
    <message>
        <source>The sizes as a tensor; override the attribute.</source>
        <translation>以张量给出的尺寸；优先于属性。</translation>
    </message>
    <message>
        <source>The filled tensor.</source>
        <translation>填充后的张量。</translation>
    </message>
    <message>
        <source>The numbers follow from the seed, or from the run&apos;s seed and the layer, and in training from the step: they are the same on every machine. Source: ONNX operator specification.</source>
        <translation>随机数由种子决定，或由运行的种子与所在层决定，训练时还取决于步数；在任何机器上都相同。来源：ONNX 算子规范。</translation>
    </message>
    <message>
        <source>The mean of the numbers.</source>
        <translation>随机数的均值。</translation>
    </message>
    <message>
        <source>Their standard deviation.</source>
        <translation>随机数的标准差。</translation>
    </message>
    <message>
        <source>The lower end of the numbers.</source>
        <translation>随机数的下限。</translation>
    </message>
    <message>
        <source>The upper end, which is not reached.</source>
        <translation>上限，不会取到。</translation>
    </message>
    <message>
        <source>Where set, the numbers follow from it alone.</source>
        <translation>设置后，随机数只由它决定。</translation>
    </message>
    <message>
        <source>The element type: 1 float32, 11 float64.</source>
        <translation>元素类型：1 float32，11 float64。</translation>
    </message>
    <message>
        <source>A tensor of the shape wanted.</source>
        <translation>具有所需形状的张量。</translation>
    </message>
    <message>
        <source>The shape.</source>
        <translation>形状。</translation>
    </message>
    <message>
        <source>The numbers.</source>
        <translation>随机数。</translation>
    </message>
    <message>
        <source>Normal random numbers of a shape.</source>
        <translation>给定形状的正态分布随机数。</translation>
    </message>
    <message>
        <source>Evenly spread random numbers of a shape.</source>
        <translation>给定形状的均匀分布随机数。</translation>
    </message>
    <message>
        <source>Normal random numbers of the shape of a tensor.</source>
        <translation>与某张量同形状的正态分布随机数。</translation>
    </message>
    <message>
        <source>Evenly spread random numbers of the shape of a tensor.</source>
        <translation>与某张量同形状的均匀分布随机数。</translation>
    </message>
    <message>
        <source>Numbers in equal steps.</source>
        <translation>等步长的数列。</translation>
    </message>
    <message>
        <source>start, start + delta, … as long as they are before limit. Source: ONNX operator specification, Range.</source>
        <translation>start、start + delta、……，直至到达 limit 之前。来源：ONNX 算子规范 Range。</translation>
    </message>
    <message>
        <source>The first number.</source>
        <translation>第一个数。</translation>
    </message>
    <message>
        <source>The number before which it ends.</source>
        <translation>数列在到达该数之前结束。</translation>
    </message>
    <message>
        <source>The step.</source>
        <translation>步长。</translation>
    </message>
    <message>
        <source>The sizes of a tensor, as a tensor.</source>
        <translation>以张量给出某张量的尺寸。</translation>
    </message>
    <message>
        <source>A list of the dimensions from `start` up to `end`; negative ones count from the last. Sizes that are symbols stay symbols in what is computed of them. Source: ONNX operator specification, Shape.</source>
        <translation>从 `start` 到 `end`（不含）的维度列表；负数从末尾计。为符号的尺寸在由其计算的结果中仍为符号。来源：ONNX 算子规范 Shape。</translation>
    </message>
    <message>
        <source>The first dimension that is told.</source>
        <translation>列出的第一个维度。</translation>
    </message>
    <message>
        <source>The dimension before which it stops.</source>
        <translation>在该维度之前停止。</translation>
    </message>
    <message>
        <source>Its sizes, int64.</source>
        <translation>其各维尺寸，int64。</translation>
    </message>
    <message>
        <source>How many elements a tensor has, as a tensor.</source>
        <translation>以张量给出某张量的元素个数。</translation>
    </message>
    <message>
        <source>The product of the dimensions, a scalar. Source: ONNX operator specification, Size.</source>
        <translation>各维度的乘积，为标量。来源：ONNX 算子规范 Size。</translation>
    </message>
    <message>
        <source>The number of its elements, int64.</source>
        <translation>其元素个数，int64。</translation>
    </message>
    <message>
        <source>Where two tensors are equal.</source>
        <translation>两个张量相等之处。</translation>
    </message>
    <message>
        <source>C is true where A = B; a NaN is equal to nothing. Shapes broadcast as in numpy. Source: ONNX operator specification, Equal.</source>
        <translation>A = B 处 C 为真；NaN 不等于任何值。形状按 numpy 方式广播。来源：ONNX 算子规范 Equal。</translation>
    </message>
    <message>
        <source>Where the first tensor is greater.</source>
        <translation>第一个张量较大之处。</translation>
    </message>
    <message>
        <source>C is true where A &gt; B. Shapes broadcast as in numpy. Source: ONNX operator specification, Greater.</source>
        <translation>A &gt; B 处 C 为真。形状按 numpy 方式广播。来源：ONNX 算子规范 Greater。</translation>
    </message>
    <message>
        <source>Where the first tensor is less.</source>
        <translation>第一个张量较小之处。</translation>
    </message>
    <message>
        <source>C is true where A &lt; B. Shapes broadcast as in numpy. Source: ONNX operator specification, Less.</source>
        <translation>A &lt; B 处 C 为真。形状按 numpy 方式广播。来源：ONNX 算子规范 Less。</translation>
    </message>
    <message>
        <source>Where the first tensor is greater or equal.</source>
        <translation>第一个张量大于或等于之处。</translation>
    </message>
    <message>
        <source>C is true where A ≥ B. Shapes broadcast as in numpy. Source: ONNX operator specification, GreaterOrEqual.</source>
        <translation>A ≥ B 处 C 为真。形状按 numpy 方式广播。来源：ONNX 算子规范 GreaterOrEqual。</translation>
    </message>
    <message>
        <source>Where the first tensor is less or equal.</source>
        <translation>第一个张量小于或等于之处。</translation>
    </message>
    <message>
        <source>C is true where A ≤ B. Shapes broadcast as in numpy. Source: ONNX operator specification, LessOrEqual.</source>
        <translation>A ≤ B 处 C 为真。形状按 numpy 方式广播。来源：ONNX 算子规范 LessOrEqual。</translation>
    </message>
    <message>
        <source>Where both are true.</source>
        <translation>两者均为真之处。</translation>
    </message>
    <message>
        <source>C is true where A and B are. Shapes broadcast as in numpy. Source: ONNX operator specification, And.</source>
        <translation>A 与 B 均为真处 C 为真。形状按 numpy 方式广播。来源：ONNX 算子规范 And。</translation>
    </message>
    <message>
        <source>Where one of two is true.</source>
        <translation>两者之一为真之处。</translation>
    </message>
    <message>
        <source>C is true where A or B is. Shapes broadcast as in numpy. Source: ONNX operator specification, Or.</source>
        <translation>A 或 B 为真处 C 为真。形状按 numpy 方式广播。来源：ONNX 算子规范 Or。</translation>
    </message>
    <message>
        <source>Where one of two is true, but not both.</source>
        <translation>两者之一为真但不同时为真之处。</translation>
    </message>
    <message>
        <source>C is true where A and B differ. Shapes broadcast as in numpy. Source: ONNX operator specification, Xor.</source>
        <translation>A 与 B 不同处 C 为真。形状按 numpy 方式广播。来源：ONNX 算子规范 Xor。</translation>
    </message>
    <message>
        <source>Truth values, of the broadcast shape.</source>
        <translation>真值，形状为广播后的形状。</translation>
    </message>
    <message>
        <source>True where the input is false.</source>
        <translation>输入为假处为真。</translation>
    </message>
    <message>
        <source>Y is true where X is not. Source: ONNX operator specification, Not.</source>
        <translation>X 不为真处 Y 为真。来源：ONNX 算子规范 Not。</translation>
    </message>
    <message>
        <source>Truth values.</source>
        <translation>真值。</translation>
    </message>
    <message>
        <source>Their opposites.</source>
        <translation>取反后的真值。</translation>
    </message>
    <message>
        <source>A power of every element.</source>
        <translation>每个元素的幂。</translation>
    </message>
    <message>
        <source>Z = X to the power of Y, with the element type of X. Shapes broadcast as in numpy. The gradient of Y needs X &gt; 0. Source: ONNX operator specification, Pow.</source>
        <translation>Z 为 X 的 Y 次幂，元素类型同 X。形状按 numpy 方式广播。Y 的梯度要求 X &gt; 0。来源：ONNX 算子规范 Pow。</translation>
    </message>
    <message>
        <source>The bases.</source>
        <translation>底数。</translation>
    </message>
    <message>
        <source>The exponents.</source>
        <translation>指数。</translation>
    </message>
    <message>
        <source>The powers, of the broadcast shape.</source>
        <translation>幂，形状为广播后的形状。</translation>
    </message>
    <message>
        <source>The remainder of a division, element by element.</source>
        <translation>逐元素除法的余数。</translation>
    </message>
    <message>
        <source>C = A mod B with the sign of B, or with `fmod` the sign of A as C&apos;s fmod. Shapes broadcast as in numpy. Source: ONNX operator specification, Mod.</source>
        <translation>C = A mod B，符号同 B；设置 `fmod` 时符号同 A，如 C 语言的 fmod。形状按 numpy 方式广播。来源：ONNX 算子规范 Mod。</translation>
    </message>
    <message>
        <source>The sign is A&apos;s; needed for real numbers.</source>
        <translation>符号同 A；实数必须设置。</translation>
    </message>
    <message>
        <source>The dividends.</source>
        <translation>被除数。</translation>
    </message>
    <message>
        <source>The divisors.</source>
        <translation>除数。</translation>
    </message>
    <message>
        <source>The remainders, of the broadcast shape.</source>
        <translation>余数，形状为广播后的形状。</translation>
    </message>
    <message>
        <source>Sum of any number of tensors.</source>
        <translation>任意多个张量的和。</translation>
    </message>
    <message>
        <source>The inputs are added element by element; shapes broadcast as in numpy. Source: ONNX operator specification, Sum.</source>
        <translation>各输入逐元素相加；形状按 numpy 方式广播。来源：ONNX 算子规范 Sum。</translation>
    </message>
    <message>
        <source>Mean of any number of tensors.</source>
        <translation>任意多个张量的均值。</translation>
    </message>
    <message>
        <source>The sum of the inputs, element by element, over their number; shapes broadcast as in numpy. Source: ONNX operator specification, Mean.</source>
        <translation>各输入逐元素之和除以输入个数；形状按 numpy 方式广播。来源：ONNX 算子规范 Mean。</translation>
    </message>
    <message>
        <source>The greatest of any number of tensors, element by element.</source>
        <translation>任意多个张量的逐元素最大值。</translation>
    </message>
    <message>
        <source>Shapes broadcast as in numpy; a NaN stays a NaN. Where two are equal each gets half of the gradient. Source: ONNX operator specification, Max.</source>
        <translation>形状按 numpy 方式广播；NaN 保持为 NaN。两者相等时各得一半梯度。来源：ONNX 算子规范 Max。</translation>
    </message>
    <message>
        <source>The least of any number of tensors, element by element.</source>
        <translation>任意多个张量的逐元素最小值。</translation>
    </message>
    <message>
        <source>Shapes broadcast as in numpy; a NaN stays a NaN. Where two are equal each gets half of the gradient. Source: ONNX operator specification, Min.</source>
        <translation>形状按 numpy 方式广播；NaN 保持为 NaN。两者相等时各得一半梯度。来源：ONNX 算子规范 Min。</translation>
    </message>
    <message>
        <source>The tensors.</source>
        <translation>各张量。</translation>
    </message>
    <message>
        <source>Takes each element from one of two tensors.</source>
        <translation>每个元素取自两个张量之一。</translation>
    </message>
    <message>
        <source>The output has X where the condition is true and Y elsewhere; the three shapes broadcast as in numpy. Source: ONNX operator specification, Where.</source>
        <translation>条件为真处输出取 X，其余取 Y；三者的形状按 numpy 方式广播。来源：ONNX 算子规范 Where。</translation>
    </message>
    <message>
        <source>Taken where it is true, of any type.</source>
        <translation>条件为真处所取，任意类型。</translation>
    </message>
    <message>
        <source>Taken elsewhere, of the type of X.</source>
        <translation>其余处所取，类型同 X。</translation>
    </message>
    <message>
        <source>The elements taken.</source>
        <translation>取出的元素。</translation>
    </message>
    <message>
        <source>The first of the dimensions that are normalised together.</source>
        <translation>一同归一化的维度中的第一个。</translation>
    </message>
    <message>
        <source>Brings the last dimensions of every sample to mean 0, deviation 1.</source>
        <translation>使每个样本的末尾若干维均值为 0、标准差为 1。</translation>
    </message>
    <message>
        <source>Y = (X − mean) / √(variance + epsilon) · Scale + B, with mean and variance over the dimensions from `axis` on. Source: ONNX operator specification, LayerNormalization; Ba, Kiros and Hinton, &quot;Layer Normalization&quot;, 2016.</source>
        <translation>Y = (X − mean) / √(variance + epsilon) · Scale + B，mean 与 variance 在自 `axis` 起的维度上计算。来源：ONNX 算子规范 LayerNormalization；Ba、Kiros 与 Hinton，“Layer Normalization”，2016。</translation>
    </message>
    <message>
        <source>Added to the variance.</source>
        <translation>加到方差上。</translation>
    </message>
    <message>
        <source>The element type of the statistics; 1 is float32.</source>
        <translation>统计量的元素类型；1 为 float32。</translation>
    </message>
    <message>
        <source>Add a bias to each element.</source>
        <translation>为每个元素加偏置。</translation>
    </message>
    <message>
        <source>What each normalised element is multiplied by.</source>
        <translation>各归一化元素的缩放系数。</translation>
    </message>
    <message>
        <source>What is added to it.</source>
        <translation>加到其上的数。</translation>
    </message>
    <message>
        <source>1 divided by the deviations.</source>
        <translation>标准差的倒数。</translation>
    </message>
    <message>
        <source>Small integers back to numbers by a scale and a zero point.</source>
        <translation>用缩放系数与零点将小整数还原为数值。</translation>
    </message>
    <message>
        <source>y = (x − x_zero_point) · x_scale. One scale for the whole tensor, or one for each position along an axis. No gradient goes through it. Source: ONNX operator specification, DequantizeLinear.</source>
        <translation>y = (x − x_zero_point) · x_scale。整个张量共用一个缩放系数，或沿某轴每个位置各一个。梯度不会通过。来源：ONNX 算子规范 DequantizeLinear。</translation>
    </message>
    <message>
        <source>The integers.</source>
        <translation>整数。</translation>
    </message>
    <message>
        <source>The size of a step, one or one a position of the axis.</source>
        <translation>量化步长，一个，或该轴每个位置各一个。</translation>
    </message>
    <message>
        <source>The integer that stands for 0; of x&apos;s type.</source>
        <translation>代表 0 的整数；类型同 x。</translation>
    </message>
    <message>
        <source>The axis along which every position has a scale of its own, where there are several scales; negative counts from the end.</source>
        <translation>有多个缩放系数时，各位置分别使用自己系数的轴；负数从末尾数起。</translation>
    </message>
    <message>
        <source>Numbers to small integers by a scale and a zero point.</source>
        <translation>用缩放系数与零点将数值变为小整数。</translation>
    </message>
    <message>
        <source>y = saturate(round(x / y_scale) + y_zero_point), ties to even, in the range of the integer type. One scale for the whole tensor, or one for each position along an axis. No gradient goes through it. Source: ONNX operator specification, QuantizeLinear.</source>
        <translation>y = saturate(round(x / y_scale) + y_zero_point)，恰为一半时取偶数，限制在整数类型的范围内。整个张量共用一个缩放系数，或沿某轴每个位置各一个。梯度不会通过。来源：ONNX 算子规范 QuantizeLinear。</translation>
    </message>
    <message>
        <source>The integer type where no zero point is wired.</source>
        <translation>零点未连线时的整数类型。</translation>
    </message>
    <message>
        <source>The integer that stands for 0; its type is the result&apos;s.</source>
        <translation>代表 0 的整数；其类型即结果的类型。</translation>
    </message>
    <message>
        <source>Long short-term memory: a recurrent layer over a sequence.</source>
        <translation>长短期记忆：处理序列的循环层。</translation>
    </message>
    <message>
        <source>For each step, with gates i, o, f = f(W·x + R·h + P∘c + b) and g = g(W·x + R·h + b): c = f∘c + i∘g, h = o∘h(c). The output has every h, then the last h and c. Weights are stacked in the order i, o, f, c. Source: ONNX operator specification, LSTM; Hochreiter and Schmidhuber, &quot;Long Short-Term Memory&quot;, 1997.</source>
        <translation>对每一步，门 i、o、f = f(W·x + R·h + P∘c + b)，g = g(W·x + R·h + b)：c = f∘c + i∘g，h = o∘h(c)。输出依次为每一步的 h、最后的 h 与 c。权重按 i、o、f、c 的顺序堆叠。来源：ONNX 算子规范 LSTM；Hochreiter 与 Schmidhuber，“Long Short-Term Memory”，1997。</translation>
    </message>
    <message>
        <source>Add a bias to each gate.</source>
        <translation>为每个门加偏置。</translation>
    </message>
    <message>
        <source>The sequences, [steps, batch, features].</source>
        <translation>序列，[steps, batch, features]。</translation>
    </message>
    <message>
        <source>Weights of the input, [directions, 4·hidden, features].</source>
        <translation>输入的权重，[directions, 4·hidden, features]。</translation>
    </message>
    <message>
        <source>Weights of the recurrence, [directions, 4·hidden, hidden].</source>
        <translation>循环的权重，[directions, 4·hidden, hidden]。</translation>
    </message>
    <message>
        <source>Biases of the input, then of the recurrence, [directions, 8·hidden].</source>
        <translation>先为输入的偏置，后为循环的偏置，[directions, 8·hidden]。</translation>
    </message>
    <message>
        <source>How many steps each sequence has; all without it.</source>
        <translation>每个序列的步数；未给出时为全部步。</translation>
    </message>
    <message>
        <source>The first h, [directions, batch, hidden]; 0 without it.</source>
        <translation>初始 h，[directions, batch, hidden]；未给出时为 0。</translation>
    </message>
    <message>
        <source>The first c, [directions, batch, hidden]; 0 without it.</source>
        <translation>初始 c，[directions, batch, hidden]；未给出时为 0。</translation>
    </message>
    <message>
        <source>Peepholes of i, o and f, [directions, 3·hidden].</source>
        <translation>i、o 与 f 的窥视孔权重，[directions, 3·hidden]。</translation>
    </message>
    <message>
        <source>h of every step, [steps, directions, batch, hidden].</source>
        <translation>每一步的 h，[steps, directions, batch, hidden]。</translation>
    </message>
    <message>
        <source>The last h, [directions, batch, hidden].</source>
        <translation>最后的 h，[directions, batch, hidden]。</translation>
    </message>
    <message>
        <source>The last c, [directions, batch, hidden].</source>
        <translation>最后的 c，[directions, batch, hidden]。</translation>
    </message>
    <message>
        <source>How many numbers the memory has.</source>
        <translation>记忆所含的数值个数。</translation>
    </message>
    <message>
        <source>From the first step to the last, back, or both side by side.</source>
        <translation>从第一步到最后一步、反向，或双向并列。</translation>
    </message>
    <message>
        <source>The batch comes first in X, Y and the states, the steps second.</source>
        <translation>X、Y 与状态中批在第一维，步在第二维。</translation>
    </message>
    <message>
        <source>f, g and h of each direction; none means Sigmoid, Tanh, Tanh.</source>
        <translation>各方向的 f、g 与 h；留空表示 Sigmoid、Tanh、Tanh。</translation>
    </message>
    <message>
        <source>Their first settings, in order; none means the defaults.</source>
        <translation>它们的第一个参数，按顺序；留空表示默认值。</translation>
    </message>
    <message>
        <source>Their second settings, in order; none means the defaults.</source>
        <translation>它们的第二个参数，按顺序；留空表示默认值。</translation>
    </message>
    <message>
        <source>What goes into a function is cut to ± this; 0 means not at all.</source>
        <translation>函数的输入截断到 ± 该值；0 表示不截断。</translation>
    </message>
    <message>
        <source>The forget gate is 1 minus the input gate.</source>
        <translation>遗忘门为 1 减去输入门。</translation>
    </message>
    <message>
        <source>The greatest over some dimensions.</source>
        <translation>若干维度上的最大值。</translation>
    </message>
    <message>
        <source>y is the greatest of x over the dimensions in `axes`, or over all of them; equal ones share the gradient. Source: ONNX operator specification, ReduceMax.</source>
        <translation>y 为 x 在 `axes` 各维度（或全部维度）上的最大值；相等者平分梯度。来源：ONNX 算子规范 ReduceMax。</translation>
    </message>
    <message>
        <source>The least over some dimensions.</source>
        <translation>若干维度上的最小值。</translation>
    </message>
    <message>
        <source>y is the least of x over the dimensions in `axes`, or over all of them; equal ones share the gradient. Source: ONNX operator specification, ReduceMin.</source>
        <translation>y 为 x 在 `axes` 各维度（或全部维度）上的最小值；相等者平分梯度。来源：ONNX 算子规范 ReduceMin。</translation>
    </message>
    <message>
        <source>The product over some dimensions.</source>
        <translation>若干维度上的乘积。</translation>
    </message>
    <message>
        <source>y is the product of x over the dimensions in `axes`, or over all of them. The gradient needs x ≠ 0. Source: ONNX operator specification, ReduceProd.</source>
        <translation>y 为 x 在 `axes` 各维度（或全部维度）上的乘积。计算梯度要求 x ≠ 0。来源：ONNX 算子规范 ReduceProd。</translation>
    </message>
    <message>
        <source>The sum of sizes over some dimensions.</source>
        <translation>若干维度上的绝对值之和。</translation>
    </message>
    <message>
        <source>y = Σ |x|. Source: ONNX operator specification, ReduceL1.</source>
        <translation>y = Σ |x|。来源：ONNX 算子规范 ReduceL1。</translation>
    </message>
    <message>
        <source>The length of vectors over some dimensions.</source>
        <translation>若干维度上的向量长度。</translation>
    </message>
    <message>
        <source>y = √Σ x². Source: ONNX operator specification, ReduceL2.</source>
        <translation>y = √Σ x²。来源：ONNX 算子规范 ReduceL2。</translation>
    </message>
    <message>
        <source>The sum of squares over some dimensions.</source>
        <translation>若干维度上的平方和。</translation>
    </message>
    <message>
        <source>y = Σ x². Source: ONNX operator specification, ReduceSumSquare.</source>
        <translation>y = Σ x²。来源：ONNX 算子规范 ReduceSumSquare。</translation>
    </message>
    <message>
        <source>The logarithm of the sum over some dimensions.</source>
        <translation>若干维度上总和的对数。</translation>
    </message>
    <message>
        <source>y = ln Σ x. Source: ONNX operator specification, ReduceLogSum.</source>
        <translation>y = ln Σ x。来源：ONNX 算子规范 ReduceLogSum。</translation>
    </message>
    <message>
        <source>The logarithm of the sum of exponentials over some dimensions.</source>
        <translation>若干维度上指数之和的对数。</translation>
    </message>
    <message>
        <source>y = ln Σ exp(x). Source: ONNX operator specification, ReduceLogSumExp.</source>
        <translation>y = ln Σ exp(x)。来源：ONNX 算子规范 ReduceLogSumExp。</translation>
    </message>
    <message>
        <source>A value that may be missing.</source>
        <translation>可能缺失的值。</translation>
    </message>
    <message>
        <source>Holds its input; without one it is empty. Source: ONNX operator specification, Optional.</source>
        <translation>存放其输入；无输入时为空。来源：ONNX 算子规范 Optional。</translation>
    </message>
    <message>
        <source>The value.</source>
        <translation>值。</translation>
    </message>
    <message>
        <source>The optional.</source>
        <translation>可选值。</translation>
    </message>
    <message>
        <source>The value of an optional.</source>
        <translation>可选值中的值。</translation>
    </message>
    <message>
        <source>It is an error where there is none. Source: ONNX operator specification, OptionalGetElement.</source>
        <translation>没有值时报错。来源：ONNX 算子规范 OptionalGetElement。</translation>
    </message>
    <message>
        <source>The optional, or a plain value.</source>
        <translation>可选值，或普通值。</translation>
    </message>
    <message>
        <source>Its value.</source>
        <translation>其中的值。</translation>
    </message>
    <message>
        <source>Whether an optional holds a value.</source>
        <translation>可选值中是否有值。</translation>
    </message>
    <message>
        <source>Source: ONNX operator specification, OptionalHasElement.</source>
        <translation>来源：ONNX 算子规范 OptionalHasElement。</translation>
    </message>
    <message>
        <source>The optional, or a plain value; open: false.</source>
        <translation>可选值，或普通值；未连接时为 false。</translation>
    </message>
    <message>
        <source>A sequence of tensors.</source>
        <translation>张量序列。</translation>
    </message>
    <message>
        <source>Which one, from 0; negative from the end.</source>
        <translation>第几个，从 0 起；负数从末尾计。</translation>
    </message>
    <message>
        <source>Makes a sequence of tensors.</source>
        <translation>由张量组成序列。</translation>
    </message>
    <message>
        <source>The inputs, in order, as one sequence. Source: ONNX operator specification, SequenceConstruct.</source>
        <translation>将各输入按顺序组成一个序列。来源：ONNX 算子规范 SequenceConstruct。</translation>
    </message>
    <message>
        <source>A sequence that holds nothing yet.</source>
        <translation>尚无内容的序列。</translation>
    </message>
    <message>
        <source>Source: ONNX operator specification, SequenceEmpty.</source>
        <translation>来源：ONNX 算子规范 SequenceEmpty。</translation>
    </message>
    <message>
        <source>ONNX&apos;s number of the element type; 1 is float32.</source>
        <translation>ONNX 的元素类型编号；1 为 float32。</translation>
    </message>
    <message>
        <source>One tensor of a sequence.</source>
        <translation>序列中的一个张量。</translation>
    </message>
    <message>
        <source>Source: ONNX operator specification, SequenceAt.</source>
        <translation>来源：ONNX 算子规范 SequenceAt。</translation>
    </message>
    <message>
        <source>Puts a tensor into a sequence.</source>
        <translation>将张量插入序列。</translation>
    </message>
    <message>
        <source>Before the position, or behind the last where none is given. Source: ONNX operator specification, SequenceInsert.</source>
        <translation>插入到该位置之前；未给出位置时插入到末尾。来源：ONNX 算子规范 SequenceInsert。</translation>
    </message>
    <message>
        <source>Takes a tensor out of a sequence.</source>
        <translation>从序列中移除一个张量。</translation>
    </message>
    <message>
        <source>That at the position, or the last where none is given. Source: ONNX operator specification, SequenceErase.</source>
        <translation>移除该位置的张量；未给出位置时移除最后一个。来源：ONNX 算子规范 SequenceErase。</translation>
    </message>
    <message>
        <source>How many tensors a sequence has.</source>
        <translation>序列中张量的个数。</translation>
    </message>
    <message>
        <source>Source: ONNX operator specification, SequenceLength.</source>
        <translation>来源：ONNX 算子规范 SequenceLength。</translation>
    </message>
    <message>
        <source>The number, int64.</source>
        <translation>个数，int64。</translation>
    </message>
    <message>
        <source>Cuts a tensor into a sequence of pieces.</source>
        <translation>将张量切分为若干块组成的序列。</translation>
    </message>
    <message>
        <source>Along `axis`: into pieces of the lengths given, or of one length; without `split` into single slices. Source: ONNX operator specification, SplitToSequence.</source>
        <translation>沿 `axis` 切分：按给定的各长度，或按统一长度；无 `split` 时切为单个切片。来源：ONNX 算子规范 SplitToSequence。</translation>
    </message>
    <message>
        <source>The axis that is cut.</source>
        <translation>被切分的轴。</translation>
    </message>
    <message>
        <source>0: single slices lose the axis.</source>
        <translation>0：单个切片去掉该轴。</translation>
    </message>
    <message>
        <source>One length for all, or a list of lengths.</source>
        <translation>统一长度，或长度列表。</translation>
    </message>
    <message>
        <source>The pieces.</source>
        <translation>切分后的各块。</translation>
    </message>
    <message>
        <source>Joins the tensors of a sequence.</source>
        <translation>拼接序列中的张量。</translation>
    </message>
    <message>
        <source>Along `axis`, or along a new one. Source: ONNX operator specification, ConcatFromSequence.</source>
        <translation>沿 `axis` 或沿新轴拼接。来源：ONNX 算子规范 ConcatFromSequence。</translation>
    </message>
    <message>
        <source>The axis along which they are joined.</source>
        <translation>拼接所沿的轴。</translation>
    </message>
    <message>
        <source>1: the axis is a new one.</source>
        <translation>1：该轴为新轴。</translation>
    </message>
    <message>
        <source>Where the greatest element of each line is.</source>
        <translation>每条线上最大元素的位置。</translation>
    </message>
    <message>
        <source>Where the least element of each line is.</source>
        <translation>每条线上最小元素的位置。</translation>
    </message>
    <message>
        <source>The place of the greatest element along `axis`, of equal ones the first or the last. Source: ONNX operator specification, ArgMax.</source>
        <translation>沿 `axis` 最大元素的位置，相等时取第一个或最后一个。来源：ONNX 算子规范 ArgMax。</translation>
    </message>
    <message>
        <source>The place of the least element along `axis`, of equal ones the first or the last. Source: ONNX operator specification, ArgMin.</source>
        <translation>沿 `axis` 最小元素的位置，相等时取第一个或最后一个。来源：ONNX 算子规范 ArgMin。</translation>
    </message>
    <message>
        <source>The dimension along which it is looked for.</source>
        <translation>查找所沿的维度。</translation>
    </message>
    <message>
        <source>Keep that dimension with size 1.</source>
        <translation>保留该维度，大小为 1。</translation>
    </message>
    <message>
        <source>Of equal ones, take the last.</source>
        <translation>相等时取最后一个。</translation>
    </message>
    <message>
        <source>The places, int64.</source>
        <translation>位置，int64。</translation>
    </message>
    <message>
        <source>The running sum along a dimension.</source>
        <translation>沿某一维度的累积和。</translation>
    </message>
    <message>
        <source>Each element is the sum of those up to it, itself included or not, from the beginning or from the end. Source: ONNX operator specification, CumSum.</source>
        <translation>每个元素为截至该处的元素之和，可包含或不包含自身，从开头或从末尾累加。来源：ONNX 算子规范 CumSum。</translation>
    </message>
    <message>
        <source>The dimension along which it runs.</source>
        <translation>累加所沿的维度。</translation>
    </message>
    <message>
        <source>Leave the element itself out.</source>
        <translation>不包含元素自身。</translation>
    </message>
    <message>
        <source>Run from the end.</source>
        <translation>从末尾开始累加。</translation>
    </message>
    <message>
        <source>The axis as a tensor; overrides the attribute.</source>
        <translation>以张量给出的轴；优先于属性。</translation>
    </message>
    <message>
        <source>The running sums.</source>
        <translation>累积和。</translation>
    </message>
    <message>
        <source>The upper or lower triangle of matrices.</source>
        <translation>矩阵的上三角或下三角。</translation>
    </message>
    <message>
        <source>Elements on the other side of the diagonal that is `k` above the main one become 0. Source: ONNX operator specification, Trilu.</source>
        <translation>以主对角线上方第 `k` 条对角线为界，另一侧的元素变为 0。来源：ONNX 算子规范 Trilu。</translation>
    </message>
    <message>
        <source>Keep the upper triangle, else the lower one.</source>
        <translation>保留上三角，否则保留下三角。</translation>
    </message>
    <message>
        <source>Which diagonal; negative ones are below the main one.</source>
        <translation>第几条对角线；负数在主对角线下方。</translation>
    </message>
    <message>
        <source>Matrices, […,rows,columns].</source>
        <translation>矩阵，[…,rows,columns]。</translation>
    </message>
    <message>
        <source>k as a tensor; overrides the attribute.</source>
        <translation>以张量给出的 k；优先于属性。</translation>
    </message>
    <message>
        <source>The triangles.</source>
        <translation>三角矩阵。</translation>
    </message>
    <message>
        <source>A vector for each number, with one place marked.</source>
        <translation>将每个数变为一个向量，其中标记一个位置。</translation>
    </message>
    <message>
        <source>Along a new dimension of size `depth` the place of each index has the second of `values`, all others the first; an index outside marks nothing. Source: ONNX operator specification, OneHot.</source>
        <translation>沿大小为 `depth` 的新维度，各索引所在位置取 `values` 的第二个值，其余取第一个值；越界的索引不作标记。来源：ONNX 算子规范 OneHot。</translation>
    </message>
    <message>
        <source>Where the new dimension is.</source>
        <translation>新维度的位置。</translation>
    </message>
    <message>
        <source>The size of the new dimension.</source>
        <translation>新维度的大小。</translation>
    </message>
    <message>
        <source>What stands elsewhere, and at the place.</source>
        <translation>其余位置的值，以及标记位置的值。</translation>
    </message>
    <message>
        <source>The vectors.</source>
        <translation>向量。</translation>
    </message>
    <message>
        <source>The side of a block of pixels.</source>
        <translation>像素块的边长。</translation>
    </message>
    <message>
        <source>Images, [N,C,H,W].</source>
        <translation>图像，[N,C,H,W]。</translation>
    </message>
    <message>
        <source>The rearranged images.</source>
        <translation>重排后的图像。</translation>
    </message>
    <message>
        <source>Makes blocks of pixels of channels.</source>
        <translation>将通道变为像素块。</translation>
    </message>
    <message>
        <source>Each pixel&apos;s blocksize² groups of channels become a block of pixels, also known as pixel shuffle (mode CRD). Source: ONNX operator specification, DepthToSpace.</source>
        <translation>每个像素的 blocksize² 组通道变为一个像素块，也称 pixel shuffle（模式 CRD）。来源：ONNX 算子规范 DepthToSpace。</translation>
    </message>
    <message>
        <source>DCR: the block&apos;s place counts first among the channels; CRD: last.</source>
        <translation>DCR：块内位置在通道中排在最前；CRD：排在最后。</translation>
    </message>
    <message>
        <source>Makes channels of blocks of pixels.</source>
        <translation>将像素块变为通道。</translation>
    </message>
    <message>
        <source>Each block of blocksize² pixels becomes one pixel with as many groups of channels. Source: ONNX operator specification, SpaceToDepth.</source>
        <translation>每个含 blocksize² 个像素的块变为一个像素，具有同样多组通道。来源：ONNX 算子规范 SpaceToDepth。</translation>
    </message>
    <message>
        <source>Repeats a tensor along dimensions of size 1.</source>
        <translation>沿大小为 1 的维度重复张量。</translation>
    </message>
    <message>
        <source>The output has the shape that the input and `shape` broadcast to, as in numpy. Source: ONNX operator specification, Expand.</source>
        <translation>输出的形状为输入与 `shape` 广播后的形状，同 numpy。来源：ONNX 算子规范 Expand。</translation>
    </message>
    <message>
        <source>The shape wanted; 1 keeps a dimension.</source>
        <translation>所需形状；1 表示保留该维度。</translation>
    </message>
    <message>
        <source>The repeated tensor.</source>
        <translation>重复后的张量。</translation>
    </message>
    <message>
        <source>Lays copies of a tensor side by side.</source>
        <translation>将张量的副本并排铺开。</translation>
    </message>
    <message>
        <source>Along dimension i the input is repeated repeats[i] times. Source: ONNX operator specification, Tile.</source>
        <translation>沿维度 i 将输入重复 repeats[i] 次。来源：ONNX 算子规范 Tile。</translation>
    </message>
    <message>
        <source>How many copies along each dimension.</source>
        <translation>沿各维度的副本数。</translation>
    </message>
    <message>
        <source>The numbers as a tensor; override the attribute.</source>
        <translation>以张量给出的副本数；优先于属性。</translation>
    </message>
    <message>
        <source>The copies.</source>
        <translation>铺开的副本。</translation>
    </message>
    <message>
        <source>The dimension whose rows are taken.</source>
        <translation>取行所在的维度。</translation>
    </message>
    <message>
        <source>Takes rows of a tensor by their numbers.</source>
        <translation>按编号取张量的行。</translation>
    </message>
    <message>
        <source>For `axis` 0, y[i…, …] = data[indices[i…], …]; negative numbers count from the last row. With a trained table this is an embedding, and what flows back to a row is added in the order of the indices. Source: ONNX operator specification, Gather.</source>
        <translation>`axis` 为 0 时，y[i…, …] = data[indices[i…], …]；负数从最后一行计。表可训练时即为嵌入，回传到某一行的梯度按索引顺序累加。来源：ONNX 算子规范 Gather。</translation>
    </message>
    <message>
        <source>The table, of any type.</source>
        <translation>表，任意类型。</translation>
    </message>
    <message>
        <source>Which rows, a tensor of any shape.</source>
        <translation>要取的行，任意形状的张量。</translation>
    </message>
    <message>
        <source>The rows taken.</source>
        <translation>取出的行。</translation>
    </message>
    <message>
        <source>The dimension along which the indices count.</source>
        <translation>索引所沿的维度。</translation>
    </message>
    <message>
        <source>Takes single elements by their place along one dimension.</source>
        <translation>按沿某一维度的位置取单个元素。</translation>
    </message>
    <message>
        <source>For `axis` 0, y[i, j] = data[indices[i, j], j]; negative numbers count from the end. Source: ONNX operator specification, GatherElements.</source>
        <translation>`axis` 为 0 时，y[i, j] = data[indices[i, j], j]；负数从末尾计。来源：ONNX 算子规范 GatherElements。</translation>
    </message>
    <message>
        <source>Places along the axis, of the output&apos;s shape.</source>
        <translation>沿该轴的位置，形状与输出相同。</translation>
    </message>
    <message>
        <source>Writes single elements into a tensor.</source>
        <translation>将单个元素写入张量。</translation>
    </message>
    <message>
        <source>A copy of data in which, for `axis` 0, [indices[i, j], j] is updates[i, j], or is combined with it. Source: ONNX operator specification, ScatterElements.</source>
        <translation>data 的副本；`axis` 为 0 时，其中 [indices[i, j], j] 处为 updates[i, j]，或与之合并。来源：ONNX 算子规范 ScatterElements。</translation>
    </message>
    <message>
        <source>How an update meets what was there.</source>
        <translation>更新值与原值的合并方式。</translation>
    </message>
    <message>
        <source>Places along the axis.</source>
        <translation>沿该轴的位置。</translation>
    </message>
    <message>
        <source>What is written, of the shape of the indices.</source>
        <translation>写入的值，形状与索引相同。</translation>
    </message>
    <message>
        <source>The changed copy.</source>
        <translation>更改后的副本。</translation>
    </message>
    <message>
        <source>Where a tensor is not zero.</source>
        <translation>张量中非零元素的位置。</translation>
    </message>
    <message>
        <source>One column of indices for each element that is not zero, in row-major order; how many there are is known only when it runs. Source: ONNX operator specification, NonZero.</source>
        <translation>每个非零元素对应一列索引，按行优先顺序；个数仅在运行时可知。来源：ONNX 算子规范 NonZero。</translation>
    </message>
    <message>
        <source>Indices, [rank, how many], int64.</source>
        <translation>索引，[rank, how many]，int64。</translation>
    </message>
    <message>
        <source>How much is added before each dimension, then how much behind each; negative numbers take away. None means nothing.</source>
        <translation>先是各维度之前的填充量，再是各维度之后的填充量；负数表示裁去。留空表示不填充。</translation>
    </message>
    <message>
        <source>What is added: a number, the nearest element, a reflection, or the other end.</source>
        <translation>填充内容：一个数、最近的元素、镜像，或另一端的元素。</translation>
    </message>
    <message>
        <source>The dimensions that `pads` is about; none means all.</source>
        <translation>`pads` 所涉及的维度；留空表示全部。</translation>
    </message>
    <message>
        <source>Adds elements around a tensor.</source>
        <translation>在张量四周填充元素。</translation>
    </message>
    <message>
        <source>Before and behind each dimension come so many elements: a number, the nearest one, a reflection without the edge, or those of the other end. Source: ONNX operator specification, Pad.</source>
        <translation>在各维度前后填充指定个数的元素：一个数、最近的元素、不含边缘的镜像，或另一端的元素。来源：ONNX 算子规范 Pad。</translation>
    </message>
    <message>
        <source>The number that mode constant adds.</source>
        <translation>constant 模式填充的数。</translation>
    </message>
    <message>
        <source>A scalar of the type of data; overrides `value`.</source>
        <translation>与 data 同类型的标量；优先于 `value`。</translation>
    </message>
    <message>
        <source>The axes as a tensor; override the attribute.</source>
        <translation>以张量给出的各轴；优先于属性。</translation>
    </message>
    <message>
        <source>The padded tensor.</source>
        <translation>填充后的张量。</translation>
    </message>
    <message>
        <source>The nearest element, or a straight or cubic curve between them.</source>
        <translation>最近的元素，或元素间的线性或三次插值。</translation>
    </message>
    <message>
        <source>How places in the output are those in the input.</source>
        <translation>输出位置与输入位置的对应方式。</translation>
    </message>
    <message>
        <source>Which element is nearest.</source>
        <translation>最近元素的取法。</translation>
    </message>
    <message>
        <source>The coefficient of the cubic curve.</source>
        <translation>三次插值的系数。</translation>
    </message>
    <message>
        <source>Give places outside the tensor no weight.</source>
        <translation>张量之外的位置权重为零。</translation>
    </message>
    <message>
        <source>What lies outside of a cropped region.</source>
        <translation>裁剪区域之外的值。</translation>
    </message>
    <message>
        <source>The dimensions that are resized; none means all.</source>
        <translation>要缩放的维度；留空表示全部。</translation>
    </message>
    <message>
        <source>By how much each dimension grows; used where there are no sizes.</source>
        <translation>各维度的缩放倍数；未给出大小时使用。</translation>
    </message>
    <message>
        <source>The sizes wanted; none means that the scales count.</source>
        <translation>所需大小；留空表示按缩放倍数。</translation>
    </message>
    <message>
        <source>The region that tf_crop_and_resize takes: all beginnings, then all ends, as fractions of the sizes.</source>
        <translation>tf_crop_and_resize 所取的区域：先是所有起点，再是所有终点，以占各大小的比例表示。</translation>
    </message>
    <message>
        <source>Makes an image larger or smaller.</source>
        <translation>放大或缩小图像。</translation>
    </message>
    <message>
        <source>Each element of the output is read at its place in the input, as the nearest element or between those around it; sizes are given, or ⌊size · scale⌋. Source: ONNX operator specification, Resize.</source>
        <translation>输出的每个元素在输入的对应位置读取，取最近的元素或由周围元素插值；大小由给定值确定，或为 ⌊size · scale⌋。来源：ONNX 算子规范 Resize。</translation>
    </message>
    <message>
        <source>The region as a tensor; overrides the attribute.</source>
        <translation>以张量给出的区域；优先于属性。</translation>
    </message>
    <message>
        <source>The scales as a tensor; override the attribute.</source>
        <translation>以张量给出的缩放倍数；优先于属性。</translation>
    </message>
    <message>
        <source>The resized tensor.</source>
        <translation>缩放后的张量。</translation>
    </message>
    <message>
        <source>The first element taken along each axis; negative ones count from the end.</source>
        <translation>沿各轴取的第一个元素；负数从末尾计。</translation>
    </message>
    <message>
        <source>The element before which each axis stops.</source>
        <translation>各轴在此元素之前停止。</translation>
    </message>
    <message>
        <source>The axes; none means the first ones.</source>
        <translation>轴；留空表示最前面的几个轴。</translation>
    </message>
    <message>
        <source>The steps, negative for backwards; none means 1.</source>
        <translation>步长，负数表示反向；留空表示 1。</translation>
    </message>
    <message>
        <source>A part of a tensor along some dimensions.</source>
        <translation>沿若干维度取张量的一部分。</translation>
    </message>
    <message>
        <source>Along each of `axes` the elements from start to end, end left out, in steps; numbers outside are cut to the size, as in Python&apos;s slices. Source: ONNX operator specification, Slice.</source>
        <translation>沿 `axes` 中各轴按步长取从起点到终点（不含终点）的元素；越界的数截断到轴的大小，同 Python 切片。来源：ONNX 算子规范 Slice。</translation>
    </message>
    <message>
        <source>The starts as a tensor; override the attribute.</source>
        <translation>以张量给出的起点；优先于属性。</translation>
    </message>
    <message>
        <source>The ends as a tensor; override the attribute.</source>
        <translation>以张量给出的终点；优先于属性。</translation>
    </message>
    <message>
        <source>The steps as a tensor; override the attribute.</source>
        <translation>以张量给出的步长；优先于属性。</translation>
    </message>
    <message>
        <source>The part.</source>
        <translation>取出的部分。</translation>
    </message>
    <message>
        <source>Cuts a tensor into parts along one dimension.</source>
        <translation>沿某一维度将张量切分为若干部分。</translation>
    </message>
    <message>
        <source>Each output has one of the sizes in `split` along `axis`, in order; without sizes they are equal, but for a smaller last one. Source: ONNX operator specification, Split.</source>
        <translation>各输出的大小依次为 `split` 中的值（沿 `axis`）；未给出时大小相等，最后一个可能较小。来源：ONNX 算子规范 Split。</translation>
    </message>
    <message>
        <source>The dimension that is cut.</source>
        <translation>被切分的维度。</translation>
    </message>
    <message>
        <source>The sizes of the parts; none means equal ones.</source>
        <translation>各部分的大小；留空表示相等。</translation>
    </message>
    <message>
        <source>The parts.</source>
        <translation>各部分。</translation>
    </message>
    <message>
        <source>Where the new dimensions are in the output.</source>
        <translation>新维度在输出中的位置。</translation>
    </message>
    <message>
        <source>Adds dimensions of size 1.</source>
        <translation>添加大小为 1 的维度。</translation>
    </message>
    <message>
        <source>The elements stay in order; `axes` are places in the output&apos;s shape. Source: ONNX operator specification, Unsqueeze.</source>
        <translation>元素顺序不变；`axes` 为输出形状中的位置。来源：ONNX 算子规范 Unsqueeze。</translation>
    </message>
    <message>
        <source>The dimensions that go; none means all of size 1.</source>
        <translation>要去掉的维度；留空表示所有大小为 1 的维度。</translation>
    </message>
    <message>
        <source>Takes dimensions of size 1 away.</source>
        <translation>去掉大小为 1 的维度。</translation>
    </message>
    <message>
        <source>The elements stay in order; each of `axes` has size 1. Source: ONNX operator specification, Squeeze.</source>
        <translation>元素顺序不变；`axes` 中各轴的大小均为 1。来源：ONNX 算子规范 Squeeze。</translation>
    </message>
    <message>
        <source>The greatest elements along a dimension, and where they are.</source>
        <translation>沿某一维度的最大元素及其位置。</translation>
    </message>
    <message>
        <source>The `k` greatest or least elements along `axis` in their order, of equal ones the first, and their places. Source: ONNX operator specification, TopK.</source>
        <translation>`k` 个沿 `axis` 的最大或最小元素，按大小排序，相等时取靠前者，并给出其位置。来源：ONNX 算子规范 TopK。</translation>
    </message>
    <message>
        <source>How many.</source>
        <translation>个数。</translation>
    </message>
    <message>
        <source>The dimension along which they are looked for.</source>
        <translation>查找这些元素所沿的维度。</translation>
    </message>
    <message>
        <source>The greatest ones; else the least.</source>
        <translation>取最大的，否则取最小的。</translation>
    </message>
    <message>
        <source>Whether their order matters; here they are always sorted.</source>
        <translation>是否要求有序；此处始终排序。</translation>
    </message>
    <message>
        <source>k as a tensor of one element; overrides the attribute.</source>
        <translation>以单元素张量给出的 k；优先于属性。</translation>
    </message>
    <message>
        <source>The elements.</source>
        <translation>元素。</translation>
    </message>
    <message>
        <source>Their places along the axis.</source>
        <translation>元素沿该轴的位置。</translation>
    </message>
    <message>
        <source>A tensor; or a sequence or an optional, of which only networks that are run, not trained, know.</source>
        <translation>张量；或序列、可选值，后两者仅可用于只运行而不训练的网络。</translation>
    </message>
    <message>
        <source>What files say of its shape where only a run can tell.</source>
        <translation>形状只有运行时才能确定时，文件中写明的形状。</translation>
    </message>
    <message>
        <source>What files say of its elements where only a run can tell.</source>
        <translation>元素类型只有运行时才能确定时，文件中写明的元素类型。</translation>
    </message>
    <message>
        <source>Texts without stop words, in one case.</source>
        <translation>去除停用词并统一大小写的文本。</translation>
    </message>
    <message>
        <source>Leaves out the words listed and makes the rest upper or lower case (Latin, Greek and Cyrillic letters, whatever the locale). Runs on the host. Source: ONNX operator specification, StringNormalizer.</source>
        <translation>去除所列的词，并将其余的词转为大写或小写（拉丁、希腊和西里尔字母，与区域设置无关）。在主机上运行。来源：ONNX 算子规范 StringNormalizer。</translation>
    </message>
    <message>
        <source>What becomes of the letters.</source>
        <translation>字母大小写的处理方式。</translation>
    </message>
    <message>
        <source>Whether stop words are compared as they are written.</source>
        <translation>比较停用词时是否区分大小写。</translation>
    </message>
    <message>
        <source>Kept for files; letters change the same way everywhere.</source>
        <translation>仅为文件保留；字母转换方式处处相同。</translation>
    </message>
    <message>
        <source>Words that are left out.</source>
        <translation>要去除的词。</translation>
    </message>
    <message>
        <source>Texts, [C] or [1,C].</source>
        <translation>文本，[C] 或 [1,C]。</translation>
    </message>
    <message>
        <source>What is left of them.</source>
        <translation>余下的文本。</translation>
    </message>
    <message>
        <source>The size of a step; one, or one for each channel.</source>
        <translation>步长；一个，或每个通道一个。</translation>
    </message>
    <message>
        <source>The integer that stands for zero.</source>
        <translation>代表零的整数。</translation>
    </message>
    <message>
        <source>A tensor of 8-bit integers.</source>
        <translation>8 位整数张量。</translation>
    </message>
    <message>
        <source>The result, 8-bit integers.</source>
        <translation>结果，8 位整数。</translation>
    </message>
    <message>
        <source>A convolution of 8-bit integers.</source>
        <translation>8 位整数的卷积。</translation>
    </message>
    <message>
        <source>Conv between DequantizeLinear and QuantizeLinear: sums are exact, the result is rounded to its scale. Source: ONNX operator specification, QLinearConv.</source>
        <translation>位于 DequantizeLinear 与 QuantizeLinear 之间的 Conv：求和精确，结果按其缩放系数舍入。来源：ONNX 算子规范 QLinearConv。</translation>
    </message>
    <message>
        <source>The bias, [M], in steps of both scales&apos; product.</source>
        <translation>偏置，[M]，以两个缩放系数之积为步长。</translation>
    </message>
    <message>
        <source>A matrix product of 8-bit integers.</source>
        <translation>8 位整数的矩阵乘积。</translation>
    </message>
    <message>
        <source>MatMul between DequantizeLinear and QuantizeLinear: sums are exact, the result is rounded to its scale. Source: ONNX operator specification, QLinearMatMul.</source>
        <translation>位于 DequantizeLinear 与 QuantizeLinear 之间的 MatMul：求和精确，结果按其缩放系数舍入。来源：ONNX 算子规范 QLinearMatMul。</translation>
    </message>
    <message>
        <source>The results of one of two branches.</source>
        <translation>两个分支之一的结果。</translation>
    </message>
    <message>
        <source>Where `cond` is true the outputs are the first half of `values`, else the second half. Source: ONNX operator specification, If.</source>
        <translation>`cond` 为真时输出是 `values` 的前一半，否则为后一半。来源：ONNX 算子规范，If。</translation>
    </message>
    <message>
        <source>The results of both branches, of the same types and shapes.</source>
        <translation>两个分支的结果，类型和形状相同。</translation>
    </message>
    <message>
        <source>The results of the branch that was taken.</source>
        <translation>所选分支的结果。</translation>
    </message>
</context>
<context>
    <name>units</name>
    <message>
        <source>%1&#x202f;s</source>
        <translation>%1&#x202f;秒</translation>
    </message>
    <message>
        <source>%1&#x202f;ms</source>
        <translation>%1&#x202f;毫秒</translation>
    </message>
    <message>
        <source>%1&#x202f;µs</source>
        <translation>%1&#x202f;µs</translation>
    </message>
</context>
</TS>
