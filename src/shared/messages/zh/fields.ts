import type { en } from '#shared/messages/en.ts'

export const fields: (typeof en)['fields'] = {
  'required': '此项必填。',
  'invalid': '格式不正确。',
  'choice': '从列表中选择一项。',
  'number': '输入整数。',
  'too-small': ({ minimum }) => `不能小于 ${minimum}。`,
  'too-big': ({ maximum }) => `不能大于 ${maximum}。`,
  'too-long': ({ maximum }) => `最多 ${maximum} 个字符。`,
  'control-characters': '只能填一行，不能含控制字符。',
  'file': '选择文件。',
  'day': '输入日期，如 2026-09-23。',
  'currency': '输入货币代码，如 CNY。',
  'email': '输入邮箱地址，如 name@example.com。',
  'password-short': '至少 12 个字符。',
  'password-long': '最多 128 个字符。',
  'password-common': '密码过于常见，换一个。',
  'password-contains-name': '密码不能包含姓名。',
  'password-contains-email': '密码不能包含邮箱。',
  'email-taken': '该邮箱已注册。',
  'role-above-own': '只能分配低于自己的角色。',
}
