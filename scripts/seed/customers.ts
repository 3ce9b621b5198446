import { createRandom, pick, type Random } from '#server/demo/random.ts'
import type { Address } from '#shared/orders/views.ts'

/** A fictional customer: always the same for the same seed and index. */
export interface Customer {
  name: string
  email: string
  phone: string
  currency: 'CNY' | 'USD' | 'EUR' | 'GBP' | 'JPY'
  address: Address
}

const domesticShare = 0.75

// The domains end in `.example`, which is reserved: no address belongs to anybody.
const chineseDomains = ['qq.example', 'qq.example', '163.example', '126.example', 'sina.example', 'foxmail.example']
const internationalDomains = ['gmail.example', 'gmail.example', 'outlook.example', 'icloud.example', 'yahoo.example']

const surnames: readonly [character: string, pinyin: string][] = [
  ...['王 wang', '李 li', '张 zhang', '刘 liu', '陈 chen', '杨 yang', '黄 huang', '赵 zhao', '吴 wu', '周 zhou'],
  ...['徐 xu', '孙 sun', '马 ma', '朱 zhu', '胡 hu', '郭 guo', '何 he', '林 lin', '高 gao', '罗 luo'],
  ...['郑 zheng', '梁 liang', '谢 xie', '宋 song', '唐 tang', '许 xu', '韩 han', '邓 deng', '冯 feng', '曹 cao'],
  ...['彭 peng', '曾 zeng', '肖 xiao', '田 tian', '董 dong', '潘 pan', '袁 yuan', '蔡 cai', '蒋 jiang', '余 yu'],
  ...['于 yu', '杜 du', '叶 ye', '程 cheng', '魏 wei', '苏 su', '吕 lü', '丁 ding', '沈 shen', '任 ren'],
  ...['欧阳 ouyang', '上官 shangguan', '司马 sima', '诸葛 zhuge'],
].map(splitPinyin)

const givenNames: readonly [character: string, pinyin: string][] = [
  ...['伟 wei', '芳 fang', '娜 na', '敏 min', '静 jing', '丽 li', '强 qiang', '磊 lei', '军 jun', '洋 yang'],
  ...['勇 yong', '艳 yan', '杰 jie', '娟 juan', '涛 tao', '明 ming', '超 chao', '霞 xia', '平 ping', '刚 gang'],
  ...['桂 gui', '英 ying', '华 hua', '玉 yu', '兰 lan', '红 hong', '梅 mei', '鑫 xin', '波 bo', '斌 bin'],
  ...['宇 yu', '浩 hao', '凯 kai', '健 jian', '俊 jun', '帆 fan', '雪 xue', '婷 ting', '慧 hui', '莹 ying'],
  ...['晨 chen', '轩 xuan', '子 zi', '涵 han', '欣 xin', '怡 yi', '嘉 jia', '思 si', '远 yuan', '文 wen'],
  ...['博 bo', '瑞 rui', '佳 jia', '琪 qi', '梓 zi', '诗 shi', '雨 yu', '桐 tong', '一 yi', '可 ke'],
  ...['心 xin', '晓 xiao', '彤 tong', '立 li', '知 zhi', '昊 hao', '薇 wei', '倩 qian', '然 ran', '宁 ning'],
].map(splitPinyin)

const chineseCities: readonly [city: string, province: string, postcode: string][] = [
  ['北京', '北京', '100000'],
  ['上海', '上海', '200000'],
  ['广州', '广东', '510000'],
  ['深圳', '广东', '518000'],
  ['杭州', '浙江', '310000'],
  ['成都', '四川', '610000'],
  ['武汉', '湖北', '430000'],
  ['西安', '陕西', '710000'],
  ['南京', '江苏', '210000'],
  ['苏州', '江苏', '215000'],
  ['重庆', '重庆', '400000'],
  ['天津', '天津', '300000'],
  ['长沙', '湖南', '410000'],
  ['郑州', '河南', '450000'],
  ['青岛', '山东', '266000'],
  ['厦门', '福建', '361000'],
  ['昆明', '云南', '650000'],
  ['沈阳', '辽宁', '110000'],
  ['大连', '辽宁', '116000'],
  ['宁波', '浙江', '315000'],
]
const chineseStreets = [
  '中山路',
  '人民路',
  '解放路',
  '建设大道',
  '文三路',
  '和平街',
  '长江路',
  '新华路',
  '延安路',
  '学院路',
]

const firstNames = [
  ...['James', 'Mary', 'Robert', 'Patricia', 'John', 'Jennifer', 'Michael', 'Linda', 'David', 'Elizabeth'],
  ...['William', 'Barbara', 'Richard', 'Susan', 'Joseph', 'Jessica', 'Thomas', 'Sarah', 'Charles', 'Karen'],
  ...['Sophie', 'Lucas', 'Emma', 'Louis', 'Chloé', 'Hugo', 'Léa', 'Jonas', 'Anna', 'Felix'],
  ...['Hannah', 'Marcus', 'Emily', 'Oliver', 'Amelia', 'Harry', 'Isla', 'George', 'Ava', 'Noah'],
  ...['Yuki', 'Haruto', 'Sakura', 'Ren', 'Aoi', 'Björn', 'Søren', 'Zoë', 'Marta', 'Paulo'],
]
const lastNames = [
  ...['Smith', 'Johnson', 'Williams', 'Brown', 'Jones', 'Garcia', 'Miller', 'Davis', 'Rodriguez', 'Martinez'],
  ...['Wilson', 'Anderson', 'Taylor', 'Thomas', 'Moore', 'Jackson', 'Martin', 'Lee', 'Thompson', 'White'],
  ...['Harris', 'Clark', 'Lewis', 'Robinson', 'Walker', 'Young', 'Allen', 'King', 'Wright', 'Scott'],
  ...['Laurent', 'Dubois', 'Moreau', 'Brandt', 'Müller', 'Schneider', 'Weber', 'Becker', 'Osei', 'Webb'],
  ...['Carter', 'O’Brien', 'Murphy', 'Nielsen', 'Tanaka', 'Suzuki', 'Sato', 'Kowalski', 'Silva', 'Rossi'],
]
const internationalCities: readonly [
  city: string,
  province: string,
  postcode: string,
  country: string,
  currency: Customer['currency'],
][] = [
  ['Portland', 'OR', '97205', 'US', 'USD'],
  ['Austin', 'TX', '78701', 'US', 'USD'],
  ['Brooklyn', 'NY', '11201', 'US', 'USD'],
  ['Seattle', 'WA', '98101', 'US', 'USD'],
  ['Toronto', 'ON', 'M6J 1J5', 'CA', 'USD'],
  ['Lyon', '', '69002', 'FR', 'EUR'],
  ['Hamburg', '', '20357', 'DE', 'EUR'],
  ['Amsterdam', '', '1012 AB', 'NL', 'EUR'],
  ['London', '', 'E8 3PH', 'GB', 'GBP'],
  ['Osaka', '大阪府', '530-0001', 'JP', 'JPY'],
]
const internationalStreets = ['Oak Street', 'Mill Lane', 'Church Road', 'Vista Avenue', 'Park Row', 'Harbor Drive']

/** The customer with this index. */
export function createCustomer(seed: number, index: number): Customer {
  const random = createRandom(seed + Math.imul(index + 1, 0x9e3779b1))
  return random() < domesticShare ? createDomestic(index, random) : createInternational(index, random)
}

function createDomestic(index: number, random: Random): Customer {
  const [surname, surnamePinyin] = pick(surnames, random)
  const given = random() < 0.25 ? [pick(givenNames, random)] : [pick(givenNames, random), pick(givenNames, random)]
  const name = surname + given.map(([character]) => character).join('')
  const pinyin = given.map(([, syllable]) => syllable).join('')
  const [city, province, postcode] = pick(chineseCities, random)
  const phone = `1${pick(['38', '39', '58', '86', '77', '50'], random)}${toDigits(index, 8)}`
  const line1 = `${pick(chineseStreets, random)} ${1 + Math.floor(random() * 900)} 号 ${1 + Math.floor(random() * 30)} 室`
  return {
    name,
    email: `${pinyin}.${surnamePinyin}${index}@${pick(chineseDomains, random)}`,
    phone,
    currency: 'CNY',
    address: { name, company: '', phone, line1, line2: '', city, province, postcode, country: 'CN' },
  }
}

function createInternational(index: number, random: Random): Customer {
  const [first, last] = [pick(firstNames, random), pick(lastNames, random)]
  const name = `${first} ${last}`
  const [city, province, postcode, country, currency] = pick(internationalCities, random)
  const phone = random() < 0.5 ? '' : `+${pick(['1', '33', '44', '49', '81'], random)} ${toDigits(index, 9)}`
  const line1 = `${1 + Math.floor(random() * 2000)} ${pick(internationalStreets, random)}`
  const company = random() < 0.05 ? `${last} Trading Ltd` : ''
  const mailbox = `${first}.${last}${index}`.normalize('NFD').replaceAll(/[^\w.]/g, '')
  return {
    name,
    email: `${mailbox.toLowerCase()}@${pick(internationalDomains, random)}`,
    phone,
    currency,
    address: { name, company, phone, line1, line2: '', city, province, postcode, country },
  }
}

/**
 * Digits that no other of the first 10^`count` customers has, because the factor shares no divisor with a power of ten. With the phone number of
 * another customer, orders would change what that customer is called, and a seed has no index to look that up with.
 */
const toDigits = (index: number, count: number): string =>
  String(((index + 1) * 61_803_399) % 10 ** count).padStart(count, '0')

function splitPinyin(text: string): [character: string, pinyin: string] {
  const [character = '', pinyin = ''] = text.split(' ')
  return [character, pinyin.replaceAll('ü', 'v')]
}
