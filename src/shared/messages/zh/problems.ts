import type { additions as additionsInEnglish, problems as problemsInEnglish } from '#shared/messages/en/problems.ts'
import { common } from '#shared/messages/zh/common.ts'
import { errors } from '#shared/messages/zh/errors.ts'
import { imports } from '#shared/messages/zh/imports.ts'
import { type Permission, rolesWithPermission } from '#shared/permissions.ts'

const minutes = (seconds: number): string => `${Math.max(1, Math.ceil(seconds / 60))} 分钟`

export const problems: typeof problemsInEnglish = {
  'invalid-input': { title: '有几项填得不对', detail: '看标出的几项。' },
  'malformed-body': { title: '读不懂这个请求', detail: '它不是有效的表单、JSON 或 UTF-8。' },
  'unsupported-media-type': { title: '不接受这种内容', detail: '发送 JSON 或表单。' },
  'too-large': { title: '太大', detail: ({ limit }) => (limit ? `最多 ${limit}。` : '一次少发一些。') },
  'unknown-host': { title: '未知的主机', detail: '这个服务器只在自己的地址上应答。' },
  'cross-site': { title: '来自别的网站', detail: '只接受本站页面发出的更改。' },
  'method-not-allowed': { title: '这里不行', detail: ({ allow }) => `这个地址只接受 ${allow}。` },
  'not-found': {
    title: '找不到',
    detail: ({ number }) => (number ? `没有 ${number}。` : '这个地址下没有内容。'),
  },
  'not-logged-in': { title: '尚未登录', detail: '先登录。' },
  'permission-denied': {
    title: '缺少权限',
    detail: ({ permission }) => {
      const roles = rolesWithPermission(permission as Permission).map((role) => common.roles[role])
      return `这里需要权限 ${permission}。有此权限的角色：${roles.join('、')}。`
    },
  },
  'invalid-credentials': { title: '未能登录', detail: '邮箱或密码不对。' },
  'account-pending': { title: '账号待批准', detail: '管理员批准后才能登录。' },
  'account-suspended': { title: '账号已停用', detail: '管理员可以恢复它。' },
  'too-many-attempts': { title: '尝试太多', detail: ({ seconds }) => `${minutes(Number(seconds))}后再试。` },
  'registration-closed': { title: '注册已关闭', detail: '向管理员要一个账号。' },
  'setup-link-invalid': {
    title: '这个链接已失效',
    detail: '它已用过或已过期。在没有任何账号时启动 Kontor，会打印新的链接。',
  },
  'above-your-rank': { title: '超出你的级别', detail: '只能批准和停用角色低于自己的人。' },
  'own-account': { title: '这是你自己的账号', detail: '要由别人来做。' },
  'last-owner': { title: '最后一位所有者不能停用', detail: '没有所有者，就没人能再批准所有者。' },
  'illegal-transition': { title: '现在不行了', detail: '当前状态不允许这样做。重新加载页面，看现在能做什么。' },
  'changed-meanwhile': { title: '内容已被改动', detail: '打开之后有人改过它。看过现在的内容再继续。' },
  'not-an-order-export': {
    title: '不是订单导出文件',
    detail: imports.whole,
  },
  'unavailable': { title: '暂时不可用', detail: '用时太久，或数据库没有应答。先看是否已完成，再重试。' },
  'storage-full': { title: '空间不足', detail: '服务器的磁盘已满。告诉管理服务器的人，再重试。' },
  'internal': {
    title: errors.generic,
    detail: ({ imported }) =>
      imported ? '出了故障。再次出现时，把请求编号发给维护 Kontor 的人。' : errors.genericText,
  },
}

export const additions: typeof additionsInEnglish = {
  imported: ({ imported }) => imports.interrupted(Number(imported)),
}
