import type { en } from '#shared/messages/en.ts'

export const lists: (typeof en)['lists'] = {
  any: '不限',
  moreFilters: '更多时间与金额',
  saveView: '保存视图',
  editView: '编辑视图',
  editFilter: '修改筛选',
  noMatch: '没有符合该条件的数据。',
  noMatchForAll: '没有符合全部条件的数据。去掉一个条件：',
  without: (filter) => `去掉${filter}`,
  filter: (field, value) => `“${field}：${value}”`,
  clear: '清除全部条件',
  columns: '列设置',
  endOfList: '没有更多数据。',
  toFirstPage: '回到第一页',
  presets: {
    today: '今天',
    yesterday: '昨天',
    last7Days: '最近 7 天',
    last30Days: '最近 30 天',
    month: '本月',
    lastMonth: '上月',
    year: '今年',
    all: '全部',
  },
  presetLabel: '常用时段',
}
