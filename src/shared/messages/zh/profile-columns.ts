/** Names of the columns of customers in files. */
export const profileColumns = {
  email: '邮箱',
  phone: '电话',
  company: '公司',
  line1: '地址',
  line2: '楼层、房号',
  postcode: '邮编',
  city: '城市',
  province: '省份',
  country: '国家',
  note: '备注',
}
