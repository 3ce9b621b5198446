import { named } from '#shared/messages/zh/named.ts'
import type { en } from '#shared/messages/en.ts'

export const lists: (typeof en)['lists'] = {
  any: '不限',
  atLeast: '最低',
  atMost: '最高',
  moreFilters: '更多时间与金额',
  views: '已保存的视图',
  allViews: '全部视图',
  saveView: '保存视图',
  editView: '编辑视图',
  editFilter: '修改筛选',
  noMatch: '没有符合该条件的数据。',
  typedFilters: '搜索框也可输入筛选条件：',
  noMatchForAll: '没有符合全部条件的数据。',
  without: (filter) => named('去掉', filter),
  filter: (field, value) => `“${field}：${value}”`,
  clear: '清除全部条件',
  columns: '列设置',
  endOfList: '没有更多数据。',
  toFirstPage: '回到第一页',
  presets: {
    'today': '今天',
    'yesterday': '昨天',
    'last-7-days': '最近 7 天',
    'last-30-days': '最近 30 天',
    'this-month': '本月',
    'last-month': '上月',
    'this-year': '今年',
    'all': '全部',
  },
  presetLabel: '常用时段',
}
