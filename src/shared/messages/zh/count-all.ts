import type { countAll as en } from '#shared/messages/en/count-all.ts'

export const countAll: typeof en = {
  count: '统计全部',
  stop: '停止',
  counting: (count) => `正在统计… ${count}`,
  exact: (count) => `共 ${count}`,
  failed: '统计失败。',
}
