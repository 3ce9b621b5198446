import type { listViews as english } from '#shared/messages/en/list-views.ts'

export const listViews: typeof english = {
  saveTitle: '保存视图',
  saveText: '将当前筛选和排序保存为标签页。',
  editTitle: '编辑视图',
  name: '名称',
  as: '保存为',
  asNew: '新视图',
  replace: (name) => `替换“${name}”`,
  layout: '同时保存列和行高',
  share: '与所有可查看此列表的人共享',
  sharedBy: (name) => `由 ${name} 共享。`,
  save: '保存视图',
  change: '保存修改',
  makeDefault: '打开页面时使用此视图',
  unmakeDefault: '打开页面时不再使用此视图',
  remove: '删除视图',
  missing: '此视图已不存在，或您无权修改。',
}
