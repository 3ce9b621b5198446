import type { mails as English } from '#shared/messages/en/mails.ts'

export const mails: typeof English = {
  texts: {
    'reset': {
      subject: () => '重置 Kontor 密码',
      paragraphs: ({ name }) => [`${name}，您好：`, '点击下方链接，为 Kontor 账号设置新密码。'],
      button: '设置新密码',
      closing: '链接 30 分钟内有效，只能使用一次。如果不是您本人操作，请忽略本邮件，密码不会改变。',
    },
    'invitation': {
      subject: ({ by }) => `${by} 邀请您加入 Kontor`,
      paragraphs: ({ by }) => [`${by} 邀请您使用商家后台 Kontor。`, '创建账号后即可开始使用。'],
      button: '创建账号',
      closing: '链接 7 天内有效，只能使用一次。如果您不认识发件人，请忽略本邮件。',
    },
    'password-changed': {
      subject: () => 'Kontor 密码已修改',
      paragraphs: ({ name, time, ip }) => [
        `${name}，您好：`,
        `您的 Kontor 账号密码已于 ${time} 修改${ip && `（IP 地址 ${ip}）`}，其他登录会话均已结束。`,
      ],
      button: '打开 Kontor',
      closing: '如果不是您本人操作，请立即联系管理员停用账号。',
    },
    'factors-changed': {
      subject: () => 'Kontor 两步验证设置已变更',
      paragraphs: ({ name, time, ip }) => [
        `${name}，您好：`,
        `您的 Kontor 账号的身份验证器、通行密钥或恢复码已于 ${time} 变更${ip && `（IP 地址 ${ip}）`}。`,
      ],
      button: '查看账号',
      closing: '如果不是您本人操作，请立即联系管理员停用账号。',
    },
    'new-device': {
      subject: () => 'Kontor 新设备登录提醒',
      paragraphs: ({ name, time, device, ip }) => [
        `${name}，您好：`,
        `您的 Kontor 账号于 ${time} 在新设备上登录：${device}${ip && `，IP 地址 ${ip}`}。`,
      ],
      button: '查看登录会话',
      closing: '如果不是您本人操作，请结束该会话并修改密码。',
    },
  },
  linkHint: '如果按钮无法点击，请将以下链接复制到浏览器中打开：',
}
