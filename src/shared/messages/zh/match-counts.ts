import type { matchCounts as en } from '#shared/messages/en/match-counts.ts'

export const matchCounts: typeof en = {
  show: (count) => `查看 ${count} 条结果`,
  without: (removal, count) => `${removal}（${count}）`,
}
