import type { errors as English } from '#shared/messages/en/errors.ts'

export const errors: typeof English = {
  notFound: '页面不存在',
  notFoundText: (path) => `页面不存在：${path}`,
  invalidQueryText: (path) => `页面不存在：${path}`,
  generic: '服务器内部错误',
  genericText: '本次操作未保存。请稍后重试；如问题仍然存在，请将请求编号发给系统管理员。',
  crashText: '页面出错，已保存的内容不受影响。请刷新页面后继续。',
  chunkText: '页面加载不完整。请检查网络后重试。',
  requestId: '请求编号',
  copyRequestId: '复制请求编号',
  home: '返回首页',
  didYouMean: ['是不是要找：', '？'],
  order: (number) => `订单 ${number}`,
  search: '搜索',
  searchLabel: '搜索订单',
  searchPlaceholder: '单号、姓名、邮箱…',
}
