import { formatCount } from '#shared/count.ts'
import type { en } from '#shared/messages/en.ts'

/** A name within Chinese words: a space stands between it and them where it is Latin, none before full-width punctuation. */
function named(before: string, name: string, after = ''): string {
  const latin = (letter: string | undefined) => letter !== undefined && /[\x21-\x7e]/.test(letter)
  const gapBefore = before && latin(name.at(0)) ? ' ' : ''
  const gapAfter = after && latin(name.at(-1)) && !/^[，。？：]/.test(after) ? ' ' : ''
  return before + gapBefore + name + gapAfter + after
}

export const staff: (typeof en)['staff'] = {
  permissions: {
    'orders.view': '查看订单',
    'orders.import': '导入订单',
    'shipments.manage': '发货',
    'customers.view_personal': '查看客户完整信息',
    'finance.view': '查看财务明细',
    'users.view': '查看员工',
    'users.approve': '批准加入',
    'users.suspend': '停用员工',
    'events.view': '查看操作记录',
    'books.verify': '校验账目',
  },
  noRole: '还没有角色',
  you: '你',

  accessRequests: '等待加入',
  accessRequestsHint: '批准后才能登录',
  copyAddress: '复制地址',
  noAccessRequests: '没有人等待。同事在',
  noAccessRequestsEnd: '注册后，会在这里等你批准。',
  registrationOpen: '没有人等待。注册即可加入：',
  registrationClosed: '本系统已关闭注册（KONTOR_REGISTRATION）。',
  requestedAt: (time) => `${time} 申请`,
  roleFor: (name) => named('', name, '的角色'),
  approve: '批准',
  reject: '拒绝',
  approved: (name) => named('', name, '已加入'),
  rejected: (name) => named('已拒绝', name),

  filterForm: '筛选员工',
  search: '搜索',
  searchPlaceholder: '姓名或邮箱…',
  role: '角色',
  anyRole: '全部角色',
  status: '状态',
  anyStatus: '全部状态',
  list: '员工',
  columns: { name: '姓名', email: '邮箱', role: '角色', status: '状态', lastSeen: '最近在线', since: '加入时间' },
  never: '从未',
  count: (n) => `${formatCount(n)} 人`,
  inactive: (n) => `${n} 人超过 30 天没有来过`,
  noMatchHint: '没有人同时符合这些条件。',

  missingPermissionTitle: '你不能查看员工',

  userMissing: '没有这个账号',
  userMissingHint: '账号从不删除，地址有误。',
  since: (day) => `${day}加入`,
  roleAndPermissions: '角色和权限',
  allowed: '可以',
  notAllowed: '不可以',
  sessions: '登录',
  sessionCount: (n) => (n === 0 ? '没有登录' : `在 ${n} 处登录`),
  recentActivity: '最近操作',
  noRecentActivity: '没有记录。',

  suspend: '停用…',
  suspendTitle: (name) => named('停用', name, '？'),
  suspendConsequence: (sessions) =>
    `${sessions === 0 ? '' : `${sessions} 处登录立即失效，`}恢复之前不能再登录。做过的操作保留在记录里。`,
  suspendConfirm: '停用',
  keep: '保留',
  suspended: (name) => named('已停用', name),
  restore: '恢复',
  restoreHint: (role) => `账号恢复为“${role}”，可以再登录。`,
  restoreToPending: '此人重新等待角色。',
  restored: (name) => named('已恢复', name),
}
