import type { reference as english } from '#shared/messages/en/reference.ts'

export const reference: typeof english = {
  title: 'API 文档',
  intro:
    '程序使用 API 令牌调用：“Authorization: Bearer kontor_…”。金额为币种最小单位的整数，时间为毫秒时间戳，日期为 YYYY-MM-DD。',
  description: 'OpenAPI 描述',
  client: 'TypeScript 客户端',
  rooms: 'API 分类',
  types: '类型',
  webhooks: 'Webhook',
  webhooksText: '订阅以下事件的 Webhook 收到的内容：以 POST 发送的 WebhookEvent JSON，按 Standard Webhooks 签名。',
  permission: '权限',
  anyone: '无',
  loggedIn: '任何已登录用户',
  signature: '签名',
  noTokens: '不支持 API 令牌',
  name: '名称',
  place: '位置',
  type: '类型',
  required: '必填',
  yes: '是',
  answer: '返回',
  problems: '错误',
  example: '示例',
}
