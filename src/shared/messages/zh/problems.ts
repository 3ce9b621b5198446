import { importUndoRefusals } from '#shared/messages/zh/import-undo.ts'
import { monthName } from '#shared/messages/zh/month-name.ts'
import { maxImportedUsers } from '#shared/staff/import.ts'
import { maxStatementLines } from '#shared/finance/statements.ts'
import { formatCount } from '#shared/count.ts'
import type { additions as additionsInEnglish, problems as problemsInEnglish } from '#shared/messages/en/problems.ts'
import { common } from '#shared/messages/zh/common.ts'
import { errors } from '#shared/messages/zh/errors.ts'
import { imports } from '#shared/messages/zh/imports.ts'
import { orderPanel } from '#shared/messages/zh/order-panel.ts'
import { toActions } from '#shared/orders/actions.ts'
import { type BuiltInRole, type Permission, rolesWithPermission } from '#shared/permissions.ts'
import type { ProblemParameters } from '#shared/problem.ts'

const minutes = (seconds: number): string => `${Math.max(1, Math.ceil(seconds / 60))} 分钟`

export const problems: typeof problemsInEnglish = {
  'invalid-input': { title: '填写有误', detail: '请检查标出的字段。' },
  'malformed-body': {
    title: '请求格式错误',
    detail: '请求正文应为 JSON 对象或表单，网址中的参数应为百分号编码，均使用 UTF-8。',
  },
  'unsupported-media-type': { title: '不支持的内容类型', detail: '请使用 JSON 或表单提交，不要压缩。' },
  'too-large': { title: '内容过大', detail: ({ limit }) => (limit ? `上限为 ${limit}。` : '请减少内容后重试。') },
  'request-timeout': { title: '请求未完整送达', detail: '未作任何更改。请检查网络连接后重试。' },
  'unknown-host': { title: '域名未知', detail: '请使用系统的公开地址访问。' },
  'cross-site': { title: '跨站请求', detail: '只接受本站页面提交的更改。' },
  'method-not-allowed': { title: '不支持该方法', detail: ({ allow }) => `可用方法：${allow}。` },
  'not-found': {
    title: '未找到',
    detail: ({ number }) => (number ? `未找到 ${number}。` : '该地址没有内容。'),
  },
  'not-logged-in': { title: '未登录', detail: '登录已过期，请重新登录。' },
  'invalid-token': {
    title: 'API 令牌无效',
    detail: '令牌有误、已过期或已撤销，其所有者无法登录，或令牌从不允许的地址使用、与 Cookie 同时发送。',
  },
  'token-not-accepted': { title: '不能使用 API 令牌', detail: '此操作须由已登录的人员完成。' },
  'permission-denied': {
    title: '没有权限',
    detail: ({ permission, token }) => {
      if (token !== undefined) return `API 令牌“${token}”或其所有者没有“${permission}”权限，请使用有此权限的令牌。`
      const roles = rolesWithPermission(permission as Permission, []).map(({ id }) => common.roles[id as BuiltInRole])
      return `需要“${permission}”权限，拥有该权限的角色：${roles.join('、')}。`
    },
  },
  'second-factor-setup-required': { title: '需要两步验证', detail: '您的角色需要两步验证，请先在“我的账号”中设置。' },
  'viewing-as': {
    title: '当前为他人视角',
    detail: ({ name }) => `正以 ${name} 的视角查看，不能做任何更改。请先退出该视角，再重试。`,
  },
  'user-changed': {
    title: '登录账号已变更',
    detail: ({ name }) => `当前登录账号为“${name}”，操作未执行。刷新页面后以“${name}”继续。`,
  },
  'invalid-credentials': { title: '登录失败', detail: '邮箱或密码错误。' },
  'second-factor-required': { title: '需要验证码', detail: '请输入身份验证器中的验证码，或一个恢复码。' },
  'invalid-code': { title: '验证码无效', detail: '请输入身份验证器中最新的验证码，或未使用过的恢复码。' },
  'login-expired': { title: '本次登录已失效', detail: '登录超时，或您已开始另一次登录，请重新登录。' },
  'passkey-invalid': { title: '通行密钥无效', detail: '请重试，或使用其他方式登录。' },
  'passkeys-unavailable': {
    title: '无法使用通行密钥',
    detail: '浏览器仅允许在带域名的 https 地址使用，请联系系统管理员。',
  },
  'last-login-method': { title: '这是您唯一的登录方式', detail: '请先设置密码或添加另一个通行密钥。' },
  'provider-unavailable': {
    title: '登录服务不可用',
    detail: ({ provider = '登录服务' }) => `无法连接“${provider}”，请稍后重试或使用其他方式登录。`,
  },
  'provider-not-configured': { title: '登录服务配置有误', detail: '请联系系统管理员检查登录服务的设置。' },
  'provider-login-canceled': {
    title: '未登录',
    detail: ({ provider = '登录服务' }) => `登录已取消，或被“${provider}”拒绝。请重试或使用其他方式登录。`,
  },
  'provider-login-failed': {
    title: '未登录',
    detail: ({ provider = '登录服务' }) => `“${provider}”未完成登录，可能已超时，请重试。`,
  },
  'provider-answer-invalid': {
    title: '未登录',
    detail: ({ provider = '登录服务' }) => `无法验证“${provider}”返回的结果，请重试。如仍失败，请联系系统管理员。`,
  },
  'identity-not-linked': {
    title: '未绑定账号',
    detail: ({ identity }) =>
      `${identity} 尚未绑定 Kontor 账号。请先用其他方式登录一次再绑定；没有账号请联系管理员获取邀请。`,
  },
  'identity-in-use': {
    title: '已绑定其他账号',
    detail: '此登录已绑定另一个 Kontor 账号，请先在该账号中解绑，或换用其他登录。',
  },
  'confirm-identity': { title: '请确认是您本人', detail: '此操作需要再次验证身份。' },
  'account-pending': { title: '账号待审批', detail: '账号待审批，管理员通过后即可登录。' },
  'account-suspended': { title: '账号已停用', detail: '账号已停用，请联系管理员恢复。' },
  'too-many-attempts': { title: '尝试次数过多', detail: ({ seconds }) => `请在 ${minutes(Number(seconds))}后重试。` },
  'too-many-requests': {
    title: '请求过于频繁',
    detail: ({ limit, seconds }) => `此令牌每分钟最多可发送 ${limit} 次请求，请在 ${seconds} 秒后重试。`,
  },
  'registration-closed': {
    title: '注册已关闭',
    detail: ({ setupRequired }) =>
      setupRequired ? '还没有账号。请使用服务器输出的设置链接创建所有者账号。' : '请联系管理员开通账号。',
  },
  'setup-link-invalid': {
    title: '链接已失效',
    detail: '链接已使用或已过期。没有账号时，Kontor 每次启动都会输出新链接。',
  },
  'reset-link-invalid': { title: '链接已失效', detail: '链接已使用或已过期，请重新申请。' },
  'mail-not-configured': { title: '系统未配置邮件', detail: '请联系管理员获取密码重置链接。' },
  'above-your-rank': {
    title: '该角色含有您无权授予的权限',
    detail: '只能管理权限少于自己的角色及其成员。',
  },
  'invitation-invalid': { title: '邀请已失效', detail: '邀请已使用、已撤回或已过期。请联系邀请人获取新链接。' },
  'built-in-role': { title: '这是内置角色', detail: '请以它为模板新建角色，再修改新角色。' },
  'role-in-use': {
    title: '该角色仍在使用',
    detail: ({ count }) => `有 ${count} 个账号或邀请使用该角色，请先为其更换角色。`,
  },
  'own-account': { title: '不能操作自己的账号', detail: '请由其他管理员操作。' },
  'last-owner': { title: '不能停用最后一位所有者', detail: '请先添加另一位所有者。' },
  'illegal-transition': { title: '该操作已不可用', detail: '当前状态不允许该操作，请刷新页面查看可用操作。' },
  'changed-meanwhile': {
    title: '内容已更新',
    detail: ({ conflicts, ...change }) =>
      conflicts
        ? `${describeChange(change, '相同的内容') ?? '他人修改了相同的内容。'}选择要保留的内容后再保存。`
        : `${describeChange(change, '内容') ?? ''}查看最新内容后重试。`,
  },
  'idempotency-key-reused': {
    title: '该请求已用其他内容提交过',
    detail: '请刷新页面后重试。API 调用方请为新请求使用新的 Idempotency-Key。',
  },
  'request-in-progress': { title: '正在处理', detail: '相同的请求正在处理，请稍后重试。' },
  'already-done': { title: '已处理', detail: '请求已执行，但结果已不再保留。请刷新页面查看结果。' },
  'already-refused': {
    title: '该请求已被拒绝',
    detail: '原因已不再保留。请刷新页面后重试。API 调用方请使用新的 Idempotency-Key 重试。',
  },
  'note-locked': {
    title: '备注已不能修改',
    detail: '只有作者可在 15 分钟内编辑或删除。之后可划掉，再添加新备注。',
  },
  'customer-unfinished': {
    title: '该客户还有未完成的订单',
    detail: ({ unfinished }) => `请先完成或取消这些订单并结清款项，再清除个人信息：${unfinished}。`,
  },
  'customer-has-credit': {
    title: '该客户还有余额',
    detail: ({ credit }) => `请先提现或调整 ${credit}，再清除个人信息。`,
  },
  'customer-erased': {
    title: '该客户的个人信息已清除',
    detail: '该客户已无法识别，不能再与其他客户合并。',
  },
  'store-credit-too-low': {
    title: '客户余额不足',
    detail: ({ customer, missing }) => `${customer} 的余额还差 ${missing}，未记账。`,
  },
  'store-credit-unavailable': {
    title: '不能增加该客户的余额',
    detail: '订单没有邮箱或电话对应的客户，或客户的个人信息已清除。请换一种方式。',
  },
  'refund-of-store-credit': {
    title: '该笔付款使用了客户余额',
    detail: ({ number }) => `${number} 只能退回客户余额，之后可以提现。`,
  },
  'order-differs': {
    title: '订单已存在，内容不同',
    detail: ({ number }) => `对应订单 ${number}，未做更改。请编辑 ${number}，或换一个外部编号提交。`,
  },
  'account-archived': {
    title: '账户已停用',
    detail: ({ account }) => `${account} 不能再记账。请换一个账户，或先重新启用该账户。`,
  },
  'account-in-use': {
    title: '账户不能停用',
    detail: ({ account }) => `${account} 余额不为零，或由系统自动记账。只有员工新增且余额为零的账户可以停用。`,
  },
  'entry-already-reversed': {
    title: '流水已冲销',
    detail: ({ number, reversal }) => `流水 ${number} 已由流水 ${reversal} 冲销。`,
  },
  'entry-is-reversal': {
    title: '冲销流水不能再冲销',
    detail: ({ number }) => `流水 ${number} 是冲销流水，请直接补记正确的流水。`,
  },
  'entry-of-order': {
    title: '该流水属于订单',
    detail: ({ number }) => `流水 ${number} 来自订单的收款、退款或变更。请在订单上更正，系统会自动补记差额。`,
  },
  'entry-of-closing': {
    title: '该流水属于结账',
    detail: ({ number }) => `流水 ${number} 是结转损益，反结账时由系统冲销。`,
  },
  'key-already-used': {
    title: '幂等键已使用',
    detail: ({ key }) => `幂等键 ${key} 已用于另一笔流水，请为每个请求使用新的幂等键。`,
  },
  'ledger-full': { title: '账簿已满', detail: ({ currency }) => `${currency} 合计超出可精确计算的范围。` },
  'month-posted': { title: '该月已记账', detail: ({ entry }) => `已记为流水 ${entry}，如有错误请更正该流水。` },
  'own-request': { title: '该申请须由他人处理', detail: '这笔记账由您申请，您可以撤回。' },
  'request-decided': { title: '该申请已处理', detail: '请刷新页面查看结果。' },
  'line-awaits-approval': {
    title: '该明细正在等待审批',
    detail: '请打开该申请：申请人可以撤回，其他人可以批准或驳回。',
  },
  'request-expired': { title: '该申请已过期', detail: '未在期限内批准，请重新申请。' },
  'nothing-to-ship': {
    title: '没有待发货订单',
    detail: ({ others }) =>
      others
        ? '剩余待发货订单均已分配给其他同事，可在“待发货”标签页查看。'
        : '可发货的订单均已发货，或其他同事正在处理。',
  },
  'own-refund': {
    title: '退款须由他人审批',
    detail: ({ amount }) => `退款由您申请，${amount} 超过您可自行退款的金额。`,
  },
  'above-limit': {
    title: '超出您的额度',
    detail: ({ limit }) => `您的角色单独操作的额度为 ${limit}，请由额度更高的同事处理。`,
  },
  'signature-invalid': { title: '签名缺失或无效', detail: '请使用当前密钥签名，并在五分钟内发送。' },
  'not-requester': { title: '该申请由他人提交', detail: ({ number }) => `只有申请人可以撤回“${number}”。` },
  'refund-decided': { title: '该退款已处理', detail: '请刷新页面查看最新状态。' },
  'refund-with-provider': {
    title: '支付渠道正在处理该退款',
    detail: ({ number }) => `请等待 ${number} 的结果，系统会自动查询。`,
  },
  'refund-too-high': {
    title: '退款金额过高',
    detail: ({ maximum, disputes, disputed, number }) => {
      if (number) return `${number} 的商品或运费已由其他退款退还。请驳回 ${number}，再退还剩余部分。`
      const left = maximum ? `最多可退 ${maximum}。` : '已无可退金额。'
      return disputes ? `该笔付款中 ${disputed} 正处于拒付（${disputes}），${left}` : left
    },
  },
  'payment-settled': {
    title: '该笔付款已结算',
    detail: ({ number, currency }) => `${number} 已以 ${currency} 结算。`,
  },
  'settlement-used': {
    title: '无法撤销结算',
    detail: ({ number }) => `${number} 的退款或拒付已按结算币种记账，请先撤销。`,
  },
  'document-matched': {
    title: '已与对账单匹配',
    detail: ({ number }) => `${number} 已与对账单明细或提现匹配，请先撤销该匹配。`,
  },
  'refund-credited': {
    title: '该退款已开具贷项通知单',
    detail: ({ number, creditNote }) => `${number} 已开具 ${creditNote}。请重新退款，或通过银行转账退还。`,
  },
  'dispute-offset': {
    title: '无法重新打开此拒付',
    detail: ({ number }) => `${number} 的拒付损失已冲抵应退给客户的款项。如果渠道最终退还了这笔钱，请将其登记为收款。`,
  },
  'dispute-refunded': {
    title: '无法重新打开此拒付',
    detail: ({ number, amount, payment, maximum }) =>
      `${number} 涉及 ${amount}，但 ${payment} 只剩 ${maximum}：其余部分之后已退款，或已在另一笔拒付中。如果渠道又将这笔钱扣回，请手工记账登记损失。`,
  },
  'import-not-undoable': {
    title: '该导入无法撤销',
    detail: ({ why }) => importUndoRefusals[String(why)] ?? importUndoRefusals['blocked'] ?? '',
  },
  'import-being-undone': {
    title: '该订单所属的导入正在撤销',
    detail: ({ number }) => `撤销 ${number} 会移除该订单，不能再修改。`,
  },
  'not-an-order-export': {
    title: '不是订单导出文件',
    detail: imports.whole,
  },
  'not-a-customer-list': { title: '不是客户列表', detail: imports.wholeOfCustomers },
  'not-a-staff-list': {
    title: '不是员工列表',
    detail: ({ why, line, encoding }) =>
      why === 'columns'
        ? '首行须包含“姓名”“邮箱”“角色”三列，每列一次。导出的员工列表即为此格式。'
        : why === 'empty'
          ? '文件中没有人员。'
          : why === 'too-many'
            ? `文件超过 ${formatCount(maxImportedUsers)} 人，请分批导入。`
            : why === 'encoding'
              ? `第 ${line} 行不是有效的 ${encoding}，请将文件另存为 CSV UTF-8。`
              : '这不是 CSV 文件，请另存为 CSV UTF-8。',
  },
  'not-a-statement': {
    title: '无法导入对账单',
    detail: ({ why, line, entry, encoding }) =>
      statementProblem(String(why), entry === undefined ? `第 ${line} 行` : `第 ${entry} 笔`, String(encoding)),
  },
  'statement-import-running': {
    title: '正在导入另一份对账单',
    detail: '该账户正在导入另一份对账单，请一分钟后再试。',
  },
  'statement-matched': { title: '对账单已有匹配', detail: '请先撤销其明细的匹配，再撤销导入。' },
  'match-differs': {
    title: '分录与明细金额不等',
    detail: ({ lines, postings, difference }) =>
      `明细合计 ${lines}，分录合计 ${postings}，差额 ${difference}。可另选分录，或选择差额的入账方式。`,
  },
  'match-posts': { title: '此操作会记账或冲销', detail: '需要“记账与冲销”权限。' },
  'payout-completed': { title: '该笔提现已到账或已退回', detail: '请先撤销到账或退回明细的匹配。' },
  'statement-not-last': {
    title: '之后还导入过对账单',
    detail: ({ account }) => `${account} 之后导入的对账单不含这份已有的明细。请从最后一份开始依次撤销。`,
  },
  'period-not-over': {
    title: '本月尚未结束',
    detail: ({ month }) => `${monthName(String(month))}要到次月 1 日才能结账。`,
  },
  'period-out-of-order': {
    title: '须先处理另一个月份',
    detail: ({ expected, action }) =>
      action === 'close'
        ? `月份须依次结账，下一个是${monthName(String(expected))}。`
        : `反结账须从最后结账的月份开始，即${monthName(String(expected))}。`,
  },
  'period-already-closed': {
    title: '本月已结账',
    detail: ({ month }) => `${monthName(String(month))}已结账。刷新页面可查看由谁操作。`,
  },
  'period-not-closed': {
    title: '当前状态不允许此操作',
    detail: ({ month }) => `${monthName(String(month))}的状态已变化，请刷新页面。`,
  },
  'period-not-ready': {
    title: '本月暂不能结账',
    detail: '检查清单中仍有必须先解决的项目，解决后才能结账。',
  },
  'books-not-sound': {
    title: '自检发现问题',
    detail: '所有检查通过后才能结账。打开自检可查看有问题的记录。',
  },
  'own-reopening': {
    title: '须由他人反结账',
    detail: ({ month }) => `${monthName(String(month))}的反结账由您申请，请同事操作。`,
  },
  'unavailable': { title: '暂时不可用', detail: '处理超时或数据库无响应。请先确认是否已完成，再重试。' },
  'storage-full': { title: '存储空间不足', detail: '服务器磁盘已满。请联系系统管理员处理后重试。' },
  'internal': {
    title: errors.generic,
    detail: ({ imported }) =>
      imported ? '操作未完成。如问题仍然存在，请将请求编号发给系统管理员。' : errors.genericText,
  },
}

export const additions: typeof additionsInEnglish = {
  allowedActions: ({ allowedActions }) =>
    `现在可以：${toActions(allowedActions)
      .map((action) => orderPanel.actions.names[action])
      .join('、')}。`,
  imported: ({ imported }) => imports.interrupted(Number(imported)),
}

/** 对账单文件的问题及处理办法；`place` 为行号或笔数。 */
function statementProblem(why: string, place: string, encoding: string): string {
  switch (why) {
    case 'format':
      return '文件中没有可识别的对账单表头。请直接导入下载的原始文件，或指定各列的含义。'
    case 'empty':
      return '文件中没有对账单记录。请选择有交易的日期范围，重新下载。'
    case 'camt-054':
      return '该文件是 camt.054 入账通知，只有单笔记录，没有可核对的余额。请向银行索取账户对账单 camt.053，其中包含同样的记录。'
    case 'camt-052':
      return '该文件是 camt.052 日间报告，当日记录仍可能变化。请向银行索取当日对账单 camt.053。'
    case 'too-many':
      return `文件超过 ${formatCount(maxStatementLines)} 行，请缩短账单期间后重新下载。`
    case 'sum':
      return '金额合计超出可精确计算的范围。'
    case 'encoding':
      return `${place}不是有效的 ${encoding}，请导入下载的原始文件。`
    case 'columns':
      return `${place}的内容与对账单格式不符，未导入任何内容。`
    case 'date':
      return `${place}的日期无法识别，未导入任何内容。`
    case 'day-order':
      return '文件中的日期无法区分日和月，请下载包含 12 日之后日期的期间。'
    case 'amount':
      return `${place}的金额不是账户币种的有效金额，未导入任何内容。`
    case 'too-large':
      return `${place}的金额超出可处理的范围，未导入任何内容。`
    case 'balance':
      return `${place}的余额无法识别，未导入任何内容。`
    case 'currency':
      return `${place}的币种与账户不同，未导入任何内容。`
    case 'unknown-currency':
      return `${place}的币种无法识别，未导入任何内容。`
    case 'class':
      return `${place}未说明收支类型，未导入任何内容。`
    case 'rounded':
      return `${place}的交易单号或账号被电子表格软件舍入，请导入下载的原始文件。`
    case 'truncated':
      return `文件在${place}处中断，请重新下载。`
    case 'xml':
      return `${place}不是有效的 XML，请导入下载的原始文件。`
    case 'entities':
      return '文件声明了实体，对账单不应包含，请导入下载的原始文件。'
    case 'spreadsheet':
      return '无法读取该工作簿，请取消密码后重新另存为 XLSX 或 CSV。'
    case 'sheets':
      return '工作簿有多张相同表头的工作表。请将每张工作表分别另存为文件，或删除不需导入的工作表。'
    default:
      return '无法识别该文件。请下载 CSV、XLSX、camt.053、MT940 或 OFX 格式的对账单。'
  }
}

function describeChange(
  { changedBy, changedBySelf, changedDay, changedTime }: ProblemParameters,
  what: string,
): string | undefined {
  if (!changedTime) return undefined
  const at = changedDay ? `${changedDay} ${changedTime}` : changedTime
  if (changedBySelf) return `您于 ${at} 修改了${what}。`
  return changedBy ? `${changedBy} 于 ${at} 修改了${what}。` : `系统于 ${at} 自动修改了${what}。`
}
