import type { attachments as English } from '#shared/messages/en/attachments.ts'

export const attachments: typeof English = {
  title: '附件',
  addTitle: (orderNumber) => `为 ${orderNumber} 上传附件`,
  addText: '例如破损照片、报关单、聊天截图。',
  label: '文件',
  limits: (megabytes, files) => `不限类型，最大 ${megabytes} MB，每单最多 ${files} 个文件。`,
  submit: '上传',
  added: '附件已上传',
  remove: '移除',
  open: (name) => `打开 ${name}`,
  removeFile: (name) => `移除 ${name}`,
  confirmRemove: '确认移除',
}
