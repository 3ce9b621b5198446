import type { shortcuts as English } from '#shared/messages/en/shortcuts.ts'

export const shortcuts: typeof English = {
  singleKeys: '使用字母、/ 和 ? 作为快捷键',
  singleKeysHint: '使用语音输入或容易误按时可关闭，仅对当前浏览器生效。',
  groups: { list: '列表', order: '打开的订单', reconciliation: '对账', pages: '页面', everywhere: '所有页面' },
  list: {
    search: '搜索',
    move: '下一行、上一行',
    open: '打开',
    select: '选择当前行（按住 Shift 选到此行）',
    actions: '对所选行进行操作',
    next: '下一个待发货订单',
    create: '新建订单',
    export: '导出列表',
  },
  order: {
    ship: '发货',
    edit: '编辑',
    editAddress: '编辑收货地址',
    refund: '退款',
    return: '发起退货，或进行退货的下一步',
    hold: '暂停或恢复处理',
    note: '添加备注',
    assign: '分配',
    tag: '添加标签',
    print: '打印',
    more: '更多操作',
    fullView: '全屏查看',
    close: '关闭',
  },
  reconciliation: { confirm: '确认建议', move: '上一条或下一条明细' },
  everywhere: { search: '全局搜索', notifications: '跳到通知', help: '键盘快捷键' },
}
