import { formatCount } from '#shared/count.ts'
import type { en } from '#shared/messages/en.ts'

/** Puts a name between Chinese words, with spaces around Latin letters but not before full-width punctuation. */
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
    'customers.view_personal': '查看客户个人信息',
    'finance.view': '查看财务明细',
    'users.view': '查看员工',
    'users.approve': '审批账号',
    'users.suspend': '停用员工',
    'events.view': '查看操作记录',
    'books.verify': '运行自检',
  },
  noRole: '未分配角色',
  you: '你',

  accessRequests: '待审批账号',
  accessRequestsHint: '通过后才能登录',
  copyAddress: '复制链接',
  noAccessRequests: '没有待审批账号。同事可在此注册：',
  noAccessRequestsEnd: '申请会显示在这里。',
  registrationOpen: '新账号无需审批。同事可在此注册：',
  registrationClosed: '注册已关闭。修改 KONTOR_REGISTRATION 设置即可开放。',
  requestedAt: (time) => `${time} 申请`,
  roleFor: (name) => named('', name, '的角色'),
  approve: '通过',
  reject: '拒绝',
  approved: (name) => named('已通过', name),
  rejected: (name) => named('已拒绝', name),
  undo: '撤销',
  reopen: '重新打开申请',
  reopenHint: '账号回到待审批列表。',
  reopened: (name) => named('已重新打开', name, '的申请'),

  filterForm: '筛选员工',
  search: '搜索',
  searchPlaceholder: '姓名或邮箱…',
  role: '角色',
  anyRole: '全部角色',
  status: '状态',
  anyStatus: '全部状态',
  list: '员工',
  columns: { name: '姓名', email: '邮箱', role: '角色', status: '状态', lastSeen: '最近活跃', since: '加入时间' },
  never: '从未',
  count: (n) => `${formatCount(n)} 人`,
  inactive: (n) => `${n} 人超过 30 天未登录`,
  noMatchHint: '没有员工符合这些条件。',

  missingPermissionTitle: '无权查看员工',

  userMissing: '账号不存在',
  userMissingHint: '账号不会被删除。检查链接，或按姓名、邮箱搜索。',
  since: (day) => `${day}加入`,
  roleAndPermissions: '角色和权限',
  allowed: '允许：',
  notAllowed: '不允许：',
  sessions: '登录状态',
  sessionCount: (n) => (n === 0 ? '未登录' : `${n} 处登录`),
  recentActivity: '最近动态',
  noRecentActivity: '暂无动态。',

  suspend: '停用…',
  suspendTitle: (name) => named('停用', name, '？'),
  suspendConsequence: (sessions) =>
    `${sessions === 0 ? '' : `${sessions} 处登录立即失效。`}恢复前无法登录，操作记录保留。`,
  suspendConfirm: '停用',
  keep: '取消',
  suspended: (name) => named('已停用', name),
  restore: '恢复',
  restoreHint: (role) => `恢复后可以登录，角色为“${role}”。`,
  restored: (name) => named('已恢复', name),
}
