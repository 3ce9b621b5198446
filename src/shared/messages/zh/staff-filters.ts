import type { Messages } from '#shared/messages/en.ts'

export const staffFilters: Messages['staffFilters'] = {
  search: '搜索',
  role: '角色',
  status: '状态',
  secondFactor: '两步验证',
  secondFactors: { on: '已开启', off: '未开启' },
  seen: '最近活跃',
  seenValues: { inactive: '30 天以前' },
}
