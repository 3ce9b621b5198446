import type { unsaved as en } from '#shared/messages/en/unsaved.ts'

export const unsaved: typeof en = {
  title: '放弃修改？',
  text: '填写的内容尚未保存。',
  keep: '继续编辑',
  discard: '放弃修改',
}
