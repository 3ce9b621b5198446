/** The customers of the demo shop. All fictional. */

export interface DemoCustomer {
  name: string
  email: string
  phone: string
  city: string
  province: string
  postcode: string
  country: string
  line1: string
  currency: 'CNY' | 'USD'
}

const domestic = (
  name: string,
  email: string,
  phone: string,
  city: string,
  province: string,
  postcode: string,
  line1: string,
) =>
  ({
    name,
    email: `${email}@demo.example`,
    phone,
    city,
    province,
    postcode,
    line1,
    country: 'CN',
    currency: 'CNY',
  }) as const

const international = (
  name: string,
  email: string,
  city: string,
  province: string,
  postcode: string,
  country: string,
  line1: string,
) =>
  ({
    name,
    email: `${email}@demo.example`,
    phone: '',
    city,
    province,
    postcode,
    country,
    line1,
    currency: 'USD',
  }) as const

/** The customers who order most. */
export const regulars: readonly DemoCustomer[] = [
  domestic('王一帆', 'yifan.wang', '13800010001', '杭州', '浙江', '310012', '西湖区文三路 88 号'),
  domestic('刘思远', 'siyuan.liu', '13800010002', '上海', '上海', '200031', '徐汇区安福路 201 号'),
  domestic('赵倩', 'qian.zhao', '13800010003', '北京', '北京', '100007', '东城区鼓楼东大街 17 号'),
  domestic('黄文博', 'wenbo.huang', '13800010004', '深圳', '广东', '518054', '南山区海德三道 9 号'),
  domestic('林可心', 'kexin.lin', '13800010005', '厦门', '福建', '361001', '思明区中山路 66 号'),
  domestic('孙晓彤', 'xiaotong.sun', '13800010006', '成都', '四川', '610041', '武侯区玉林西路 12 号'),
  domestic('周立', 'li.zhou', '13800010007', '南京', '江苏', '210008', '鼓楼区广州路 140 号'),
  domestic('陈嘉怡', 'jiayi.chen', '13800010008', '广州', '广东', '510030', '越秀区北京路 238 号'),
  domestic('吴桐', 'tong.wu', '13800010009', '武汉', '湖北', '430014', '江岸区黎黄陂路 31 号'),
  domestic('郭敏', 'min.guo', '13800010010', '西安', '陕西', '710002', '莲湖区西大街 5 号'),
  domestic('许知远', 'zhiyuan.xu', '13800010011', '苏州', '江苏', '215005', '姑苏区平江路 77 号'),
  domestic('何雨桐', 'yutong.he', '13800010012', '长沙', '湖南', '410005', '芙蓉区五一大道 303 号'),
  domestic('方昊', 'hao.fang', '13800010013', '青岛', '山东', '266003', '市南区太平路 41 号'),
  domestic('唐薇', 'wei.tang', '13800010014', '重庆', '重庆', '400010', '渝中区民生路 118 号'),
  international('Sophie Laurent', 'sophie.laurent', 'Lyon', '', '69002', 'FR', '14 rue Mercière'),
  international('Marcus Webb', 'marcus.webb', 'Portland', 'OR', '97205', 'US', '1820 SW Vista Avenue'),
  international('Hannah Osei', 'hannah.osei', 'London', '', 'E8 3PH', 'GB', '32 Wilton Way'),
  international('Jonas Brandt', 'jonas.brandt', 'Hamburg', '', '20357', 'DE', 'Schanzenstraße 58'),
  international('Emily Carter', 'emily.carter', 'Toronto', 'ON', 'M6J 1J5', 'CA', '911 Queen Street West'),
]

const surnames = [...'李张杨陈吴徐朱胡高马罗梁宋郑谢韩曹许邓冯']
const givenNames = [
  ...['子涵', '浩然', '欣怡', '俊杰', '梓萱', '嘉豪', '诗涵', '明轩', '佳怡', '文静'],
  ...['志强', '晓明', '丽华', '海燕', '一诺', '若曦', '宇航'],
]
const streets = ['中山路', '人民路', '解放路', '建设路', '和平街', '新华路', '学院路']
const firstNames = ['Clara', 'David', 'Ingrid', 'Kenji', 'Laura', 'Mateo', 'Nina', 'Oliver', 'Paula', 'Ravi', 'Zoe']
const lastNames = ['Andersen', 'Baker', 'Costa', 'Dubois', 'Evans', 'Fischer', 'Gomez']

/** A place where one of the regulars lives. */
function pickHome(index: number, currency: DemoCustomer['currency']): DemoCustomer {
  const homes = regulars.filter((customer) => customer.currency === currency)
  const home = homes[index % homes.length]
  if (!home) throw new RangeError(`No customer pays in ${currency}`)
  return home
}

/** The numbers of surnames and given names have no common factor, so no two names are the same. */
const createDomestic = (index: number): DemoCustomer => ({
  ...pickHome(index, 'CNY'),
  name: `${surnames[index % surnames.length]}${givenNames[index % givenNames.length]}`,
  // Few customers of the WeChat shop leave an email.
  email: index % 3 === 0 ? `shopper-${index}@demo.example` : '',
  phone: `1380002${String(index).padStart(4, '0')}`,
  line1: `${streets[index % streets.length]} ${12 + index * 3} 号`,
})

const createInternational = (index: number): DemoCustomer => {
  const [first, last] = [firstNames[index % firstNames.length] ?? '', lastNames[index % lastNames.length] ?? '']
  return {
    ...pickHome(index, 'USD'),
    name: `${first} ${last}`,
    email: `${first}.${last}@demo.example`.toLowerCase(),
    line1: `${7 + index * 4} Harbor Street`,
  }
}

/** All others. */
export const occasionalCustomers: readonly DemoCustomer[] = [
  ...Array.from({ length: 150 }, (_, index) => createDomestic(index)),
  ...Array.from({ length: 45 }, (_, index) => createInternational(index)),
]
