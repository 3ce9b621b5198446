import type { errors as English } from '#shared/messages/en/errors.ts'

export const errors: typeof English = {
  notFound: '页面不存在',
  notFoundText: (path) => `页面不存在：${path}`,
  generic: '服务器内部错误',
  genericText: '这次请求没有保存任何内容。重试一次；再次出现时，把请求编号发给维护 Kontor 的人。',
  crashText: '页面在浏览器里出错了。此前保存的内容不受影响。重新加载即可。',
  chunkText: '页面的一部分没有加载。检查网络后再试。',
  requestId: '请求编号',
  copyRequestId: '复制请求编号',
  home: '回到首页',
}
