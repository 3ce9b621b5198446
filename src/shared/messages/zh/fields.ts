import type { en } from '#shared/messages/en.ts'

export const fields: (typeof en)['fields'] = {
  'required': '这里要填。',
  'invalid': '这里填得不对。',
  'choice': '从列表中选一个。',
  'number': '填一个整数。',
  'too-small': ({ minimum }) => `至少 ${minimum}。`,
  'too-big': ({ maximum }) => `最多 ${maximum}。`,
  'too-long': ({ maximum }) => `最多 ${maximum} 个字符。`,
  'control-characters': '只能有一行文字、数字和符号。',
  'file': '选一个文件。',
  'day': '写成 2026-09-23 这样的日期。',
  'currency': '写成 CNY 这样的货币代码。',
  'email': '写成 name@example.com 这样的地址。',
  'password-short': '至少 12 个字符。',
  'password-long': '最多 128 个字符。',
  'password-common': '这个密码人人都会试，换一个。',
  'password-contains-name': '不能含有你的姓名。',
  'password-contains-email': '不能含有你的邮箱。',
  'email-taken': '这个邮箱已有账号。',
  'role-above-own': '只能给低于自己的角色。',
}
