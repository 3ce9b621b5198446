/** The products of generated orders: every article in every finish. */

export interface Product {
  sku: string
  name: string
  /** In yuan cents; other currencies are converted from it. */
  priceMinor: number
  /** Gift cards and courses are not shipped. */
  requiresShipping: boolean
}

const articles: readonly [code: string, chinese: string, english: string, priceMinor: number][] = [
  ['TP', '茶壶', 'Teapot', 46_800],
  ['TC', '茶杯', 'Tea cup', 6_900],
  ['GW', '盖碗', 'Gaiwan', 15_800],
  ['PT', '公道杯', 'Pitcher', 8_800],
  ['TY', '茶盘', 'Tea tray', 32_900],
  ['VS', '花瓶', 'Vase', 26_800],
  ['BW', '汤碗', 'Soup bowl', 9_800],
  ['PL', '餐盘', 'Dinner plate', 12_800],
  ['IN', '香炉', 'Incense burner', 18_800],
  ['LP', '台灯', 'Desk lamp', 96_000],
  ['CS', '靠垫套', 'Cushion cover', 7_900],
  ['TR', '桌旗', 'Table runner', 18_900],
  ['BX', '首饰盒', 'Jewelry box', 58_000],
  ['CH', '筷子', 'Chopsticks', 4_900],
  ['TN', '茶叶罐', 'Tea caddy', 13_600],
  ['MG', '马克杯', 'Mug', 8_900],
  ['CD', '烛台', 'Candle holder', 16_900],
  ['FR', '相框', 'Picture frame', 11_900],
  ['AP', '围裙', 'Apron', 14_900],
  ['BK', '收纳篮', 'Storage basket', 17_800],
]

const finishes: readonly [code: string, chinese: string, english: string][] = [
  ['CE', '青瓷', 'celadon'],
  ['WH', '白瓷', 'white porcelain'],
  ['BL', '青花', 'blue and white'],
  ['BM', '竹制', 'bamboo'],
  ['WN', '胡桃木', 'walnut'],
  ['OK', '橡木', 'oak'],
  ['LN', '亚麻', 'linen'],
  ['CT', '棉麻', 'cotton'],
  ['LQ', '漆器', 'lacquer'],
  ['GL', '玻璃', 'glass'],
  ['CP', '铜', 'copper'],
  ['ST', '粗陶', 'stoneware'],
  ['ZS', '紫砂', 'Yixing clay'],
  ['MT', '哑光黑', 'matte black'],
  ['RD', '朱红', 'vermilion'],
  ['GD', '鎏金', 'gilded'],
]

const giftCards = [10_000, 20_000, 50_000].map((priceMinor): Product => ({
  sku: `GC-${priceMinor / 100}`,
  name: `礼品卡 Gift card, ${priceMinor / 100}`,
  priceMinor,
  requiresShipping: false,
}))

/** All products; those at the start are the best sellers. */
export const products: readonly Product[] = [
  ...finishes.flatMap(([finish, chinese, english], step) =>
    articles.map(([code, article, name, priceMinor]): Product => ({
      sku: `${code}-${finish}-${100 + step}`,
      name: `${chinese}${article} ${name}, ${english}`,
      priceMinor: priceMinor + step * 500,
      requiresShipping: true,
    })),
  ),
  ...giftCards,
]
