/** Products, payment providers and staff of the demo shop. All fictional. */

export interface DemoProduct {
  sku: string
  name: string
  /** Minor units, by the currency of the sale. */
  price: { CNY: number; USD: number }
  /** How often it is bought relative to the other products. */
  weight: number
}

const product = (sku: string, name: string, cny: number, usd: number, weight: number): DemoProduct => ({
  sku,
  name,
  price: { CNY: cny, USD: usd },
  weight,
})

export const products: readonly DemoProduct[] = [
  product('CT-0650', '青瓷茶壶 Celadon teapot, 650 ml', 46800, 7200, 9),
  product('TC-04-JL', '茶杯四件套 Tea cup set, 4 pieces, deep blue', 23600, 3600, 14),
  product('LR-180-N', '亚麻桌旗 Linen table runner, 40 × 180 cm', 18900, 2900, 10),
  product('BB-TRAY', '竹制茶盘 Bamboo tea tray', 32900, 4900, 8),
  product('GW-300', '公道杯 Glass pitcher, 300 ml', 8800, 1400, 12),
  product('OL-LJ-100', '龙井茶 Longjing green tea, 100 g', 16800, 2600, 18),
  product('OL-PE-357', '普洱茶饼 Pu’er tea cake, 357 g', 39800, 6100, 7),
  product('CB-INC', '陶瓷香炉 Ceramic incense burner', 12800, 1900, 6),
  product('WL-LAMP', '胡桃木台灯 Walnut desk lamp', 96000, 14800, 3),
  product('CS-45', '棉麻靠垫套 Cushion cover, 45 cm', 7900, 1200, 13),
  product('VB-28', '素烧花瓶 Bisque vase, 28 cm', 26800, 4100, 7),
  product('SC-BOX', '漆器首饰盒 Lacquer jewelry box', 58000, 8900, 4),
  product('BC-06', '竹杯垫六片装 Bamboo coasters, set of 6', 5999, 899, 8),
]

export const providers = {
  CNY: ['WeChat Pay', 'WeChat Pay', 'WeChat Pay', 'Alipay', 'Alipay', 'Card'],
  USD: ['Card', 'Card', 'PayPal'],
} as const

/** The people who work at the demo shop. */
export const staff = {
  anna: { name: '沈安娜 Anna Shen', email: 'owner@demo.example', role: 'owner' },
  jing: { name: '何静 He Jing', email: 'jing.he@demo.example', role: 'admin' },
  wei: { name: '李伟 Li Wei', email: 'wei.li@demo.example', role: 'finance' },
  min: { name: '周敏 Zhou Min', email: 'min.zhou@demo.example', role: 'operations' },
  chen: { name: '陈晨 Chen Chen', email: 'chen.chen@demo.example', role: 'operations' },
  lucy: { name: 'Lucy Grant', email: 'lucy.grant@demo.example', role: 'operations' },
  tom: { name: 'Tom Becker', email: 'tom.becker@demo.example', role: 'viewer' },
} as const
export type StaffMember = keyof typeof staff

/** Awaits approval, so that the demo has an access request. */
export const pendingUser = { name: '徐恬 Xu Tian', email: 'tian.xu@demo.example' }

/** The details of the demo shop on its invoices. */
export const seller = {
  name: '青禾生活用品有限公司 Qinghe Living Co., Ltd.',
  address: '浙江省杭州市西湖区龙井路 12 号 3 幢\n12 Longjing Road, Building 3, Hangzhou, China',
  taxId: '91330106DEMO000012',
  bank: '示例银行杭州分行 Example Bank, Hangzhou\n6222 0000 0000 0000 012',
  footer: '感谢您的光临。Thank you for your order.',
}
