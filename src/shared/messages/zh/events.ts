import { formatCount } from '#shared/count.ts'
import { formatMoneyInline } from '#shared/money.ts'
import type { EventView } from '#shared/events/views.ts'
import type { events as eventsInEnglish } from '#shared/messages/en/events.ts'
import { jobNames } from '#shared/messages/zh/job-names.ts'
import { isAboutCustomers, isFileJob, type JobKindName } from '#shared/jobs/kinds.ts'
import type { DocumentKind } from '#shared/print/documents.ts'

/** What a provider answered about a refund. */
const answers = { succeeded: '已支付', failed: '未支付', returned: '未支付', processing: '处理中' }

const number = (value: string | number | undefined): string =>
  value === undefined ? '若干' : formatCount(Number(value))

/** The account an action is about: a name has a space before it, the word for the account has none. */
const account = <Piece>(object: Piece | null): (string | Piece)[] => (object === null ? ['此账号'] : [' ', object])
/** The line of a statement that an action is about, with a space on both sides of its name. */
const line = <Piece>(object: Piece | null): (string | Piece)[] => (object === null ? ['此明细'] : [' ', object, ' '])
const andThen = (object: unknown, words: string): string => (object === null ? words : ` ${words}`)

const nameDocument: Record<DocumentKind, string> = {
  'packing-slip': '装箱单',
  'pick-list': '拣货单',
  'invoice': '账单',
  'credit-note': '贷项通知单',
}
const amount = ({ amountMinor, currency }: EventView['parameters']): string =>
  amountMinor === undefined ? '款项' : formatMoneyInline(Number(amountMinor), String(currency))
const reason = (parameters: EventView['parameters']): string[] =>
  parameters['reason'] ? [`：${parameters['reason']}`] : []

const factorNames: Readonly<Record<string, string>> = {
  totp: '身份验证器',
  recovery: '恢复码',
  passkey: '通行密钥',
  oidc: '企业登录',
}

function withFactor({ factor }: EventView['parameters']): string[] {
  const name = factorNames[String(factor).split('+').at(-1) ?? '']
  return name === undefined ? [] : [` 使用${name}`]
}

const nameRole = (name: (role: string) => string, { role, roleName }: EventView['parameters']): string =>
  roleName === undefined ? name(String(role)) : String(roleName)

function countPermissions({ added, removed }: EventView['parameters']): string[] {
  const countOf = (list: string | number | undefined): number => (list ? String(list).split(' ').length : 0)
  const parts = [
    ...(added ? [`新增 ${countOf(added)} 项权限`] : []),
    ...(removed ? [`移除 ${countOf(removed)} 项权限`] : []),
  ]
  return parts.length > 0 ? [`：${parts.join('，')}`] : []
}

const nameJob = ({ kind, undoes }: EventView['parameters']): string => {
  const name = jobNames[kind as JobKindName] ?? '任务'
  return undoes === undefined ? `“${name}”` : `撤销“${name}”`
}

/** 任务对订单或客户做了什么，如果不是改动。 */
const jobOutcomes: Partial<Record<JobKindName, string>> = {
  print: '已打印',
  import: '已导入或更新',
  import_customers: '已导入或更新',
  export: '已导出',
  export_customers: '已导出',
  undo_import: '已移除',
  undo_customer_import: '已移除',
}

const labelOf = ({ label }: EventView['parameters']): string => String(label ?? '')

export const events: typeof eventsInEnglish = {
  system: 'Kontor',
  sentences: {
    'order.imported': ({ actor, object }, parameters) => [
      actor,
      parameters['api'] ? ' 通过 API 导入' : ' 导入',
      ...(object === null ? ['本单'] : ['订单 ', object]),
      ...(parameters['file'] ? [`，文件 ${parameters['file']}`] : []),
    ],
    'order.removed': ({ actor, object }, parameters) => [
      actor,
      ' 撤销导入',
      ...(parameters['import'] ? [` ${parameters['import']}`] : []),
      '，移除',
      ...(object === null ? ['了本单'] : ['订单 ', object]),
    ],
    'order.created': ({ actor, object }, parameters) => [
      actor,
      parameters['draft'] ? ' 新建了草稿' : ' 新建了订单',
      ...(object === null ? [] : [' ', object]),
    ],
    'order.confirmed': ({ actor, object }) => [actor, ' 确认了订单', ...(object === null ? [] : [' ', object])],
    'order.discarded': ({ actor, object }) => [actor, ' 放弃了草稿', ...(object === null ? [] : [' ', object])],
    'order.shipped': ({ actor, object, strong }, parameters) => [
      actor,
      ' 发货 ',
      strong(`${number(parameters['itemCount'])} 件`),
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['carrier'] ? [`，${parameters['carrier']}`] : []),
      ...(parameters['trackingNumber'] ? [` ${parameters['trackingNumber']}`] : []),
    ],
    'order.edited': ({ actor, object }, parameters) => [
      actor,
      ' 修改了',
      ...(object === null ? ['订单'] : ['订单 ', object]),
      ...(parameters['merged'] ? ['，已与他人的修改合并'] : []),
    ],
    'order.updated_from_shop': ({ actor, object }, parameters) => [
      actor,
      ' 按店铺数据更新了',
      ...(object === null ? ['订单'] : ['订单 ', object]),
      ...(parameters['file'] ? [`，文件 ${parameters['file']}`] : []),
      ...(parameters['kept'] ? [`，保留 ${number(parameters['kept'])} 处本地修改`] : []),
    ],
    'order.delivered': ({ actor, object, strong }, parameters) => [
      actor,
      ' 标记 ',
      strong(`${number(parameters['parcels'])} 个包裹`),
      '已送达',
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.shipment_corrected': ({ actor, object }, parameters) => [
      actor,
      parameters['parcel'] ? ` 修改了包裹 ${parameters['parcel']} 的物流信息` : ' 修改了物流信息',
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['carrier'] ? [`：${parameters['carrier']}`] : []),
      ...(parameters['trackingNumber'] ? [` ${parameters['trackingNumber']}`] : []),
    ],
    'order.shipment_cancelled': ({ actor, object }, parameters) => [
      actor,
      parameters['parcel'] ? ` 取消了包裹 ${parameters['parcel']}` : ' 取消了包裹',
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.return_requested': ({ actor, object, strong }, parameters) => [
      actor,
      ' 申请退货 ',
      strong(`${number(parameters['itemCount'])} 件`),
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.return_received': ({ actor, object, strong }, parameters) => [
      actor,
      ' 收到退货 ',
      strong(`${number(parameters['itemCount'])} 件`),
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.return_approved': ({ actor, object }, parameters) => [
      actor,
      parameters['returned'] ? ` 同意了退货 ${parameters['returned']}` : ' 同意了退货',
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.return_rejected': ({ actor, object }, parameters) => [
      actor,
      parameters['returned'] ? ` 拒绝了退货 ${parameters['returned']}` : ' 拒绝了退货',
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.return_completed': ({ actor, object }, parameters) => [
      actor,
      parameters['returned'] ? ` 完成了退货 ${parameters['returned']}` : ' 完成了退货',
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.return_cancelled': ({ actor, object }, parameters) => [
      actor,
      parameters['returned'] ? ` 取消了退货 ${parameters['returned']}` : ' 取消了退货',
      ...(object === null ? [] : ['，订单 ', object]),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.held': ({ actor, object, day }, parameters) => [
      actor,
      ' 暂停了',
      ...(object === null ? ['订单'] : ['订单 ', object]),
      ...(parameters['until'] ? [`，至 ${day(String(parameters['until']))}`] : []),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.archived': ({ actor, object }) => [actor, ' 归档了', ...(object === null ? ['订单'] : ['订单 ', object])],
    'order.unarchived': ({ actor, object }) => [
      actor,
      ' 取消归档了',
      ...(object === null ? ['订单'] : ['订单 ', object]),
    ],
    'order.released': ({ actor, object }) => [actor, ' 恢复了', ...(object === null ? ['订单'] : ['订单 ', object])],
    'order.cancelled': ({ actor, object }, parameters) => [
      actor,
      ' 取消了',
      ...(object === null ? ['订单'] : ['订单 ', object]),
      ...(parameters['reason'] ? [`：${parameters['reason']}`] : []),
    ],
    'order.assigned': ({ actor, object, strong }, parameters) => [
      actor,
      ' 把',
      ...(object === null ? ['订单'] : ['订单 ', object, ' ']),
      '分配给 ',
      strong(String(parameters['assignee'] ?? '某人')),
    ],
    'order.unassigned': ({ actor, object }) => [
      actor,
      ' 取消了负责人',
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.tagged': ({ actor, object, strong }, parameters) => [
      actor,
      ' 添加了标签 ',
      strong(String(parameters['tag'] ?? '')),
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.untagged': ({ actor, object, strong }, parameters) => [
      actor,
      ' 移除了标签 ',
      strong(String(parameters['tag'] ?? '')),
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.file_attached': ({ actor, object, strong }, parameters) => [
      actor,
      ' 上传了附件',
      ...(parameters['file'] ? [' ', strong(String(parameters['file']))] : []),
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.file_removed': ({ actor, object, strong }, parameters) => [
      actor,
      ' 移除了附件',
      ...(parameters['file'] ? [' ', strong(String(parameters['file']))] : []),
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.note_added': ({ actor, object }) => [actor, ' 添加了备注', ...(object === null ? [] : ['，订单 ', object])],
    'order.note_edited': ({ actor, object }) => [actor, ' 修改了备注', ...(object === null ? [] : ['，订单 ', object])],
    'order.note_deleted': ({ actor, object }) => [
      actor,
      ' 删除了备注',
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.note_struck': ({ actor, object }) => [actor, ' 划掉了备注', ...(object === null ? [] : ['，订单 ', object])],
    'order.note_restored': ({ actor, object }) => [
      actor,
      ' 恢复了备注',
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.document_issued': ({ actor, object }, parameters) => [
      actor,
      parameters['kind'] === 'credit-note' ? ' 开具了贷项通知单' : ' 开具了账单',
      ...(parameters['document'] ? [` ${parameters['document']}`] : []),
      ...(object === null ? [] : ['，订单 ', object]),
    ],
    'order.erased': ({ actor, object }) => [
      actor,
      ' 清除了',
      ...(object === null ? [] : [' ', object, ' 中的']),
      '客户个人信息',
    ],
    'customer.created': ({ actor, object }) => [
      actor,
      ...(object === null ? [' 新建了该客户'] : [' 新建了客户 ', object]),
    ],
    'customer.changed': ({ actor, object }) => [
      actor,
      ...(object === null ? [' 修改了该客户的资料'] : [' 修改了客户 ', object, ' 的资料']),
    ],
    'customer.imported': ({ actor, object }, parameters) => [
      actor,
      ...(parameters['import'] ? [` 通过 ${parameters['import']}`] : []),
      ...(object === null ? [' 导入了该客户'] : [' 导入了客户 ', object]),
    ],
    'customer.removed': ({ actor, object }) => [
      actor,
      ' 撤销导入并移除了',
      ...(object === null ? ['该客户'] : ['客户 ', object]),
    ],
    'customer.merged': ({ actor, object }, parameters) => [
      actor,
      ...(object === null ? [' 将该客户'] : [' 将客户 ', object]),
      ` 合并到 ${parameters['mergedInto'] ?? '另一客户'}`,
    ],
    'customer.erased': ({ actor, object }) => [
      actor,
      ...(object === null ? [' 清除了该客户的个人信息'] : [' 清除了客户 ', object, ' 的个人信息']),
    ],
    'seller.changed': ({ actor }) => [actor, ' 修改了账单上的销售方信息'],
    'customer.revealed': ({ actor, object }) => [
      actor,
      ' 查看了',
      ...(object === null ? [] : [' ', object, ' 的']),
      '完整个人信息',
    ],
    'order.printed': ({ actor, object }, parameters) => [
      actor,
      parameters['copy'] ? ' 补打了' : ' 打印了',
      ...(object === null ? [] : [' ', object, ' 的']),
      nameDocument[String(parameters['kind']) as DocumentKind] ?? '单据',
    ],
    'order.written_off': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 核销坏账 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'payment.recorded': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 登记付款 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'payment.captured': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 请款 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'payment.voided': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 撤销授权 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.requested': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 申请退款 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.approved': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 批准退款 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.withdrawn': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 撤回退款申请 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.rejected': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 就订单 ', object]),
      ' 拒绝退款 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.retried': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 重新提交退款 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.failed': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 的订单 ', object]),
      ' 退款失败 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.succeeded': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 退款 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.returned': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 的订单 ', object]),
      ' 退款被渠道退回 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'payment.settled': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 登记结算金额 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'payment.unsettled': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 撤销结算金额 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.settled': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 登记渠道扣回 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'refund.unsettled': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 撤销渠道扣回 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'dispute.opened': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 登记拒付 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'dispute.won': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 标记拒付胜诉 ',
      strong(amount(parameters)),
    ],
    'dispute.lost': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 标记拒付败诉 ',
      strong(amount(parameters)),
    ],
    'dispute.reopened': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 重新打开拒付 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'dispute.cancelled': ({ actor, object, strong }, parameters) => [
      actor,
      ...(object === null ? [] : [' 为订单 ', object]),
      ' 撤销拒付 ',
      strong(amount(parameters)),
      ...reason(parameters),
    ],
    'orders.imported': ({ actor, object, strong }, parameters) => [
      actor,
      ...(Number(parameters['created']) === 0
        ? [' 没有导入新订单']
        : [' 导入 ', strong(`${number(parameters['created'])} 单`)]),
      ...(Number(parameters['updated'] ?? 0) > 0 ? ['，更新 ', strong(`${number(parameters['updated'])} 单`)] : []),
      ...(object === null ? [] : ['，文件 ', object]),
      ...(Number(parameters['refused'] ?? 0) > 0 ? ['，失败 ', strong(`${number(parameters['refused'])} 单`)] : []),
    ],
    'customers.imported': ({ actor, object, strong }, parameters) => [
      actor,
      ...(Number(parameters['created']) === 0
        ? [' 没有导入新客户']
        : [' 导入 ', strong(`${number(parameters['created'])} 位客户`)]),
      ...(Number(parameters['updated'] ?? 0) > 0 ? ['，更新 ', strong(`${number(parameters['updated'])} 位`)] : []),
      ...(object === null ? [] : ['，文件 ', object]),
      ...(Number(parameters['refused'] ?? 0) > 0 ? ['，失败 ', strong(`${number(parameters['refused'])} 位`)] : []),
    ],
    'customers.import_undo_started': ({ actor, object }) => [
      actor,
      ' 开始撤销客户导入',
      ...(object === null ? [] : ['，文件 ', object]),
    ],
    'customers.import_undone': ({ actor, object, strong }, parameters) => [
      actor,
      ' 撤销了客户导入',
      ...(object === null ? [] : ['，文件 ', object]),
      '，移除 ',
      strong(`${number(parameters['removed'])} 位客户`),
    ],
    'orders.import_undo_started': ({ actor, object }) => [
      actor,
      ' 开始撤销导入',
      ...(object === null ? [] : ['，文件 ', object]),
    ],
    'orders.import_undo_stopped': ({ actor, object }) => [
      actor,
      ' 未能撤销导入',
      ...(object === null ? [] : ['，文件 ', object]),
      '：订单已被处理',
    ],
    'orders.import_undone': ({ actor, object, strong }, parameters) => [
      actor,
      ' 撤销了导入',
      ...(object === null ? [] : ['，文件 ', object]),
      '，移除 ',
      strong(`${number(parameters['removed'])} 单`),
    ],
    'job.created': ({ actor }, parameters) => [
      actor,
      ` 准备了任务${nameJob(parameters)}`,
      ...(isFileJob(parameters['kind'] as JobKindName) ? [] : [`，共 ${number(parameters['total'])} 个订单`]),
    ],
    'job.started': ({ actor }, parameters) => [actor, ` 开始了任务${nameJob(parameters)}`],
    'job.paused': ({ actor }, parameters) => [actor, ` 暂停了任务${nameJob(parameters)}`],
    'job.resumed': ({ actor }, parameters) => [actor, ` 继续了任务${nameJob(parameters)}`],
    'job.cancelled': ({ actor }, parameters) => [actor, ` 取消了任务${nameJob(parameters)}`],
    'job.finished': ({ actor, strong }, parameters) => [
      actor,
      ` 完成了任务${nameJob(parameters)}：`,
      jobOutcomes[parameters['kind'] as JobKindName] ?? '已处理',
      ' ',
      strong(
        `${number(parameters['done'])} ${isAboutCustomers(parameters['kind'] as JobKindName) ? '位客户' : '个订单'}`,
      ),
      ...(Number(parameters['skipped'] ?? 0) > 0
        ? [`，${number(parameters['skipped'])} 个${isFileJob(parameters['kind'] as JobKindName) ? '无变化' : '跳过'}`]
        : []),
      ...(Number(parameters['refused'] ?? 0) > 0 ? [`，${number(parameters['refused'])} 个失败`] : []),
    ],
    'job.failed': (_, parameters) => [
      `任务${nameJob(parameters)}已停止：`,
      parameters['failure'] === 'account' ? '发起人的账号不可用' : '发起人已没有所需权限',
    ],
    'carrier.added': ({ actor, object }) => [actor, ' 添加了物流公司 ', object ?? ''],
    'carrier.removed': ({ actor, object }) => [actor, ' 删除了物流公司 ', object ?? ''],
    'user.registered': ({ actor, object }) => [object ?? actor, ' 注册了账号'],
    'user.provisioned': ({ actor, object, role }, parameters) => [
      object ?? actor,
      ' 首次使用企业登录，系统已创建账号',
      ...(parameters['role'] ? [`，角色：${nameRole(role, parameters)}`] : []),
    ],
    'user.approved': ({ actor, object, role }, parameters) => [
      actor,
      ' 通过了',
      ...account(object),
      andThen(object, '的申请'),
      ...(parameters['role'] ? [`，角色：${nameRole(role, parameters)}`] : []),
    ],
    'user.rejected': ({ actor, object }) => [actor, ' 拒绝了', ...account(object), andThen(object, '的申请')],
    'user.reopened': ({ actor, object }) => [actor, ' 重新打开了', ...account(object), andThen(object, '的申请')],
    'user.suspended': ({ actor, object }) => [actor, ' 停用了', ...account(object)],
    'user.restored': ({ actor, object }) => [actor, ' 恢复了', ...account(object)],
    'users.imported': ({ actor, object, strong }, { invited, changed, failed }) => [
      actor,
      ' 导入了账号',
      ...(object === null ? [] : ['，文件 ', object]),
      '：邀请 ',
      strong(`${number(invited ?? 0)} 人`),
      '，更新 ',
      strong(`${number(changed ?? 0)} 人`),
      ...(Number(failed) > 0 ? ['，失败 ', strong(`${number(failed)} 人`)] : []),
    ],
    'users.exported': ({ actor }, parameters) => [actor, ` 导出了 ${number(parameters['count'])} 个账号的列表`],
    'events.removed': ({ actor }, parameters) => [
      actor,
      ` 删除了 ${number(parameters['count'])} 条超过保留期限的审计记录`,
    ],
    'customers.exported': ({ actor }) => [actor, ' 导出了客户'],
    'events.exported': ({ actor }, parameters) => [actor, ` 将审计日志导出为 ${parameters['format'] ?? '文件'}`],
    'user.role_changed': ({ actor, object, role }, parameters) => [
      actor,
      ' 更改了',
      ...account(object),
      andThen(object, '的角色：'),
      ...(parameters['from'] ? [`${role(String(parameters['from']))} → `] : []),
      role(String(parameters['roleName'] ?? parameters['role'] ?? '')),
    ],
    'user.archived': ({ actor, object }) => [actor, ' 归档了', ...account(object)],
    'user.unarchived': ({ actor, object }) => [actor, ' 取消归档了', ...account(object)],
    'user.added': ({ actor, object, role }, parameters) => [
      actor,
      ' 添加了',
      ...account(object),
      ...(parameters['role'] ? [`，角色：${nameRole(role, parameters)}`] : []),
    ],
    'invitation.created': ({ actor, object, role }, parameters) => [
      actor,
      ' 邀请了 ',
      object ?? '此人',
      ...(parameters['role'] ? [`，角色：${nameRole(role, parameters)}`] : []),
    ],
    'invitation.link_created': ({ actor, object }) => [actor, ' 生成了 ', object ?? '此人', ' 的邀请链接'],
    'invitation.resent': ({ actor, object }) => [actor, ' 重新发送了 ', object ?? '此人', ' 的邀请'],
    'invitation.revoked': ({ actor, object }) => [actor, ' 撤回了 ', object ?? '此人', ' 的邀请'],
    'invitation.accepted': ({ actor }) => [actor, ' 接受了邀请'],
    'role.created': ({ actor, object }) => [actor, ' 新建了角色 ', object ?? ''],
    'role.changed': ({ actor, object }, parameters) => [
      actor,
      ' 修改了角色 ',
      object ?? '',
      ...countPermissions(parameters),
    ],
    'token.created': ({ actor, object }) => [actor, ' 创建了 API 令牌 ', object ?? ''],
    'token.revoked': ({ actor, object }, { owner }) => [
      actor,
      owner === undefined ? ' 撤销了 API 令牌 ' : ` 撤销了 ${owner} 的 API 令牌 `,
      object ?? '',
    ],
    'orders.exported': ({ actor }, { format, includes }) => [
      actor,
      ` 导出了订单（${format ?? '文件'}${includes === 'recipients' ? '，含收货人与地址' : ''}）`,
    ],
    'orders.export_downloaded': ({ actor }, { file }) => [actor, ` 下载了导出文件 ${file ?? ''}`],
    'orders.print_opened': ({ actor }, { from, to }) => [actor, ` 打开了打印任务的第 ${from ?? ''}–${to ?? ''} 份单据`],
    'entries.exported': ({ actor }, { format }) => [actor, ` 导出了流水（${format ?? '文件'}）`],
    'entry.posted': ({ actor, object }, { corrects }) => [
      actor,
      ' 手工记了流水 ',
      object ?? '',
      ...(corrects === undefined ? [] : [`，更正流水 ${corrects}`]),
    ],
    'entry.reversed': ({ actor, object }, { reverses }) => [
      actor,
      ` 冲销了流水 ${reverses ?? ''}，冲销流水 `,
      object ?? '',
    ],
    'entry.file_attached': ({ actor, object, strong }, { file, request }) => [
      actor,
      request === undefined ? ' 为流水 ' : ' 为记账申请 ',
      object ?? '',
      ' 添加了附件 ',
      strong(String(file ?? '')),
    ],
    'entry.approved': ({ actor, object }, { corrects }) => [
      actor,
      ' 记了已批准的流水 ',
      object ?? '',
      ...(corrects === undefined ? [] : [`，更正流水 ${corrects}`]),
    ],
    'entry.reversal_approved': ({ actor, object }, { reverses }) => [
      actor,
      ` 按批准冲销了流水 ${reverses ?? ''}，冲销流水 `,
      object ?? '',
    ],
    'entry_template.added': ({ actor, object }) => [actor, ' 新增了记账模板 ', object ?? ''],
    'entry_template.changed': ({ actor, object }) => [actor, ' 修改了记账模板 ', object ?? ''],
    'entry_template.archived': ({ actor, object }) => [actor, ' 停用了记账模板 ', object ?? ''],
    'entry_template.unarchived': ({ actor, object }) => [actor, ' 重新启用了记账模板 ', object ?? ''],
    'entry_template.month_skipped': ({ actor, object }) => [actor, ' 跳过了记账模板的一个月份 ', object ?? ''],
    'entry_template.month_restored': ({ actor, object }) => [actor, ' 恢复了记账模板的一个月份 ', object ?? ''],
    'entry_request.requested': ({ actor, object }, parameters) => [
      actor,
      ` 申请记账 ${amount(parameters)}：`,
      object ?? '',
    ],
    'entry_request.approved': ({ actor, object }, parameters) => [
      actor,
      ` 批准记账 ${amount(parameters)}，流水 ${parameters['entry'] ?? ''}：`,
      object ?? '',
    ],
    'entry_request.declined': ({ actor, object }, parameters) => [
      actor,
      ` 驳回记账 ${amount(parameters)}，`,
      object ?? '',
      ...reason(parameters),
    ],
    'entry_request.withdrawn': ({ actor, object }, parameters) => [
      actor,
      ` 撤回了记账申请 ${amount(parameters)}：`,
      object ?? '',
    ],
    'statement.imported': ({ actor, object, strong }, { account: code, new_count: added }) => [
      actor,
      ' 为账户 ',
      strong(String(code ?? '')),
      ' 导入了对账单 ',
      object ?? '',
      `（新增 ${added ?? 0} 行）`,
    ],
    'statement.removed': ({ actor, object }) => [actor, ' 撤销了对账单 ', object ?? '', ' 的导入'],
    'period.closed': ({ actor, object }) => [actor, ' 完成了 ', object ?? '', ' 的结账'],
    'period.reopen_requested': ({ actor, object }, parameters) => [
      actor,
      ' 申请对 ',
      object ?? '',
      ' 反结账',
      ...reason(parameters),
    ],
    'period.reopen_rejected': ({ actor, object }, parameters) => [
      actor,
      ' 驳回了 ',
      object ?? '',
      ' 的反结账申请',
      ...reason(parameters),
    ],
    'period.reopened': ({ actor, object }) => [actor, ' 对 ', object ?? '', ' 反结账'],
    'match.made': ({ actor, object }, { lines, method }) => [
      actor,
      method === 'auto' ? ' 按规则自动匹配了账户 ' : ' 匹配了账户 ',
      object ?? '',
      ` 的 ${lines ?? 1} 行对账单`,
    ],
    'match.ignored': ({ actor, object }, parameters) => [
      actor,
      ' 忽略了账户 ',
      object ?? '',
      ' 的一行对账单',
      ...reason(parameters),
    ],
    'match.undone': ({ actor, object }, parameters) => [
      actor,
      ' 撤销了账户 ',
      object ?? '',
      ' 的一笔匹配',
      ...(parameters['entry'] === undefined ? [] : [`，并以流水 ${parameters['entry']} 冲销`]),
      ...reason(parameters),
    ],
    'line.assigned': ({ actor, object, strong }, { owner = '某人' }) => [
      actor,
      ' 将',
      ...line(object),
      '交给 ',
      strong(String(owner)),
    ],
    'line.unassigned': ({ actor, object }) => [actor, ' 取消了', ...line(object), '的负责人'],
    'line.deferred': ({ actor, object, day }, parameters) => [
      actor,
      ' 将',
      ...line(object),
      '暂缓处理',
      ...(parameters['until'] ? [`至 ${day(String(parameters['until']))}`] : []),
      ...reason(parameters),
    ],
    'line.due_changed': ({ actor, object, day }, { due }) =>
      due
        ? [actor, ' 将', ...line(object), `的处理期限设为 ${day(String(due))}`]
        : [actor, ' 取消了', ...line(object), '的处理期限'],
    'line.file_attached': ({ actor, object, strong }, { file }) => [
      actor,
      ' 为',
      ...line(object),
      '添加了附件 ',
      strong(String(file ?? '文件')),
    ],
    'line.resumed': ({ actor, object }) => [actor, ' 结束了', ...line(object), '的暂缓'],
    'line.commented': ({ actor, object }, { comment = '' }) => [
      actor,
      ' 备注了',
      ...(object === null ? ['此明细'] : [' ', object]),
      comment === '' ? '' : `：${comment}`,
    ],
    'line.provider_asked': ({ actor, object }, { document = '', status = '', reason: why = '' }) => [
      actor,
      ` 就 ${document} 向渠道查询 `,
      object ?? '此明细',
      status === '' ? '' : `：${answers[status as keyof typeof answers] ?? status}`,
      why === '' ? '' : `，${why}`,
    ],
    'ledger_account.added': ({ actor, object, strong }, { name }) => [
      actor,
      ' 新增了账户 ',
      object ?? '',
      ...(name ? [' ', strong(String(name))] : []),
    ],
    'ledger_account.renamed': ({ actor, object }) => [actor, ' 重命名了账户 ', object ?? ''],
    'exchange_rate.set': ({ actor, strong }, { day = '', from = '', to = '', rate = '', source = '' }) => [
      actor,
      ' 设置了汇率 ',
      strong(`${day}：1 ${from} = ${rate} ${to}`),
      `（${source}）`,
    ],
    'exchange_rate.removed': ({ actor }, { day = '', from = '', to = '' }) => [
      actor,
      ` 删除了 ${day} ${from} 兑 ${to} 的汇率`,
    ],
    'exchange_rates.imported': ({ actor, object }, { rates }) => [
      actor,
      ' 导入了 ',
      object ?? '',
      ` 中的 ${formatCount(Number(rates ?? 0))} 条汇率`,
    ],
    'exchange_rates.undone': ({ actor, object }, { rates }) => [
      actor,
      ' 撤销了 ',
      object ?? '',
      ` 的 ${formatCount(Number(rates ?? 0))} 条汇率`,
    ],
    'ledger_account.archived': ({ actor, object }) => [actor, ' 停用了账户 ', object ?? ''],
    'ledger_account.unarchived': ({ actor, object }) => [actor, ' 重新启用了账户 ', object ?? ''],
    'webhook.created': ({ actor, object }) => [actor, ' 添加了 Webhook ', object ?? ''],
    'webhook.changed': ({ actor, object }) => [actor, ' 修改了 Webhook ', object ?? ''],
    'webhook.paused': ({ actor, object }) => [actor, ' 暂停了 Webhook ', object ?? ''],
    'webhook.resumed': ({ actor, object }) => [actor, ' 恢复了 Webhook ', object ?? ''],
    'webhook.secret_replaced': ({ actor, object }) => [actor, ' 更换了 Webhook 密钥：', object ?? ''],
    'webhook.switched_off': ({ object }) => ['Webhook ', object ?? '', ' 连续多日发送失败，已自动停用'],
    'webhook.removed': ({ actor, object }) => [actor, ' 删除了 Webhook ', object ?? ''],
    'role.removed': ({ actor, object }) => [actor, ' 删除了角色 ', object ?? ''],
    'user.unlocked': ({ actor, object }) => [actor, ' 解除了', ...account(object), andThen(object, '的登录限制')],
    'user.logged_in': ({ actor, object }, parameters) => [
      object ?? actor,
      ...withFactor(parameters),
      ...(parameters['newDevice'] === undefined
        ? [' 登录']
        : [` 在新设备上登录（${parameters['newDevice'] || '未知设备'}）`]),
    ],
    'user.logged_out': ({ actor, object }) => [object ?? actor, ' 退出登录'],
    'user.login_failed': ({ object }, parameters) => [
      '登录失败',
      ...(object === null ? [] : ['：', object]),
      ...(parameters['factor'] === 'code' ? ['，密码正确但验证码错误'] : []),
    ],
    'user.refused': ({ actor, strong, permission }, { permission: missing, endpoint }) => {
      const operation = permission(String(missing)) ?? endpoint
      return operation === undefined ? [actor, ' 的操作被拒绝'] : [actor, ' 的操作被拒绝：', strong(String(operation))]
    },
    'user.view_started': ({ actor, object }, parameters) => [
      actor,
      ' 以',
      ...account(object),
      andThen(object, '的视角查看'),
      ...reason(parameters),
    ],
    'user.view_ended': ({ actor, object }) => [actor, ' 退出了', ...account(object), andThen(object, '的视角')],
    'user.identity_confirmed': ({ actor }, parameters) => [actor, ...withFactor(parameters), ' 验证了身份'],
    'user.totp_added': ({ actor }) => [actor, ' 设置了身份验证器'],
    'user.totp_removed': ({ actor }) => [actor, ' 移除了身份验证器'],
    'user.recovery_codes_created': ({ actor }) => [actor, ' 生成了新的恢复码'],
    'user.passkey_added': ({ actor, strong }, parameters) => [actor, ' 添加了通行密钥 ', strong(labelOf(parameters))],
    'user.passkey_renamed': ({ actor, strong }, parameters) => [
      actor,
      ' 将通行密钥重命名为 ',
      strong(labelOf(parameters)),
    ],
    'user.passkey_removed': ({ actor, strong }, parameters) => [actor, ' 移除了通行密钥 ', strong(labelOf(parameters))],
    'user.factors_removed': ({ actor, object }) => [
      actor,
      ' 关闭了',
      ...account(object),
      andThen(object, '的两步验证'),
    ],
    'user.identity_linked': ({ actor, strong }, parameters) => [actor, ' 绑定了企业登录 ', strong(labelOf(parameters))],
    'user.identity_unlinked': ({ actor, strong }, parameters) => [
      actor,
      ' 解绑了企业登录 ',
      strong(labelOf(parameters)),
    ],
    'user.reset_link_created': ({ actor, object }) => [
      actor,
      ' 生成了',
      ...account(object),
      andThen(object, '的密码重置链接'),
    ],
    'user.password_changed': ({ actor, object }) => [actor, ' 修改了', ...account(object), andThen(object, '的密码')],
    'user.password_reset': ({ actor, object }) => [actor, ' 重置了', ...account(object), andThen(object, '的密码')],
    'user.profile_changed': ({ actor, object }) => [actor, ' 修改了', ...account(object), andThen(object, '的资料')],
    'user.sessions_ended': ({ actor, object }, parameters) => [
      actor,
      ' 结束了',
      ...account(object),
      andThen(object, `的 ${number(parameters['count'])} 个登录会话`),
    ],
  },
  unknownAction:
    (action) =>
    ({ actor, object }) => [actor, '：', action, ...(object === null ? [] : [' ', object])],
}
