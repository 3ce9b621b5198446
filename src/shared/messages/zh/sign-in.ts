import type { signIn as English } from '#shared/messages/en/sign-in.ts'

export const signIn: typeof English = {
  login: {
    title: '登录',
    subtitle: '商家后台',
    email: '邮箱',
    password: '密码',
    submit: '登录',
    noAccount: '还没有账号？',
    register: '注册',
  },
  loginAgain: { title: '登录已过期', text: '重新登录后继续，已填内容不会丢失。' },
  register: {
    title: '注册',
    setupTitle: '创建所有者账号',
    subtitle: {
      setup: '所有者拥有全部权限，负责审批其他账号。',
      approval: '提交后由管理员审批。',
      open: '注册后即可登录。',
    },
    name: '姓名',
    nameHint: '同事熟悉的称呼',
    email: '邮箱',
    password: '密码',
    submit: '注册',
    setupSubmit: '创建账号',
    haveAccount: '已有账号？',
    login: '登录',
    rules: {
      length: (minimum, now) => (now === 0 ? `至少 ${minimum} 个字符` : `至少 ${minimum} 个字符（当前 ${now} 个）`),
      common: '不是常见密码',
      omitsPersonalInfo: '不含姓名和邮箱',
      recommended: (length) => `建议 ${length} 个字符以上`,
      met: '已满足',
    },
    closedTitle: '注册已关闭',
    closedText: '联系管理员开通账号。',
    setupRequiredTitle: '设置 Kontor',
    setupRequiredText:
      '设置链接在服务器的输出里，打开它创建所有者账号。链接 30 分钟内有效，Kontor 每次启动都会输出新链接。',
    expiredTitle: '链接已失效',
    expiredText: '链接已使用或已过期。没有账号时，Kontor 每次启动都会输出新链接。',
    pendingTitle: '申请已提交',
    pendingText: '等待管理员审批。通过后用邮箱和密码登录。',
    activeTitle: '账号已开通',
    activeText: '用邮箱和密码登录。',
  },
}
