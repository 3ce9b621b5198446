import { formatCount } from '#shared/count.ts'
import type { importUndo as en, importUndoRefusals as enRefusals } from '#shared/messages/en/import-undo.ts'

export const importUndoRefusals: typeof enRefusals = {
  running: '导入尚未结束。请等待完成，或取消其任务。',
  updated: '该导入还更新了原有订单，更新无法撤销。',
  undone: '该导入已撤销。',
  undoing: '该导入正在撤销。',
  empty: '该导入没有新建订单。',
  blocked: '导入后有人处理过其中的订单，具体见导入记录。',
}

export const importUndo: typeof en = {
  title: (file) => `撤销导入：${file}`,
  refusals: importUndoRefusals,
  willRemove: (value) => `将移除 ${formatCount(value)} 个订单：`,
  sum: (value, total) => `${formatCount(value)} 单，合计 ${total}`,
  entries: (value) =>
    value === 0 ? '这些订单没有流水。' : `将在原日期冲销 ${formatCount(value)} 笔流水，科目余额和报表恢复到导入前。`,
  consequences: '订单及其收款、发货将从列表、搜索和统计中消失，审计日志保留记录。之后可以重新导入这些订单。',
  final: '撤销完成前，这些订单不能修改。撤销开始后不能取消。',
  blocked: '导入后有人处理过这些订单。',
  blockedText: '导入只能整体撤销。',
  blockers: {
    'changed': (value) =>
      `${formatCount(value)} 个订单已变动：编辑、收款、发货、打印，或添加了备注、标签、附件、负责人。`,
    'matched': (value) => `${formatCount(value)} 个订单的流水已与对账单匹配，请先撤销匹配。`,
    'closed-month': (value) => `${formatCount(value)} 个订单的流水所在月份在导入后结账或反结账。`,
  },
  examples: '例如：',
  confirm: (value) => `移除 ${formatCount(value)} 个订单`,
  continue: '继续',
  missing: '未找到该导入',
  missingText: '请在导入记录中选择。',
  cancel: '取消',
  close: '关闭',
  showJob: '查看进度',
  missingPermission: '您无权撤销导入',
}
