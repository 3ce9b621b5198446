import { createPdf } from '#server/demo/files.ts'
import type { StaffMember } from '#server/demo/catalog.ts'
import { findProduct } from '#server/demo/sales.ts'
import { type Narrator, newest, part, printed, type Step, type Story, createStory } from '#server/demo/story.ts'
import { formatDecimal } from '#shared/money.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** Orders that staff correct. */
export const editStories = ({ order, step }: Narrator): Story[] => [
  createStory(
    order(3, '19:48', 'Emily Carter', { 'TC-04-JL': 1 }, { provider: 'PayPal' }),
    step(2, '09:30', 'lucy', 'editOrder', {
      phone: '+1 416 555 0142',
      shippingAddress: { line1: '911 Queen Street West, Unit 4', phone: '+1 416 555 0142' },
    }),
    step(2, '09:32', 'lucy', 'addNote', { text: 'Emily wrote that the courier needs her unit and a phone number.' }),
    step(2, '16:08', 'min', 'shipOrder', { carrier: 'EMS', trackingNumber: 'EA118204150CN' }),
  ),
  createStory(
    order(2, '12:10', '王一帆', { 'OL-LJ-100': 1, 'CT-0650': 1 }),
    step(1, '09:45', 'chen', 'editOrder', (sale) => ({ lines: [part(sale, 0, 2)] })),
    step(1, '09:47', 'chen', 'addNote', { text: '客户加购一罐龙井，补款后一起发。' }),
    step(1, '11:15', 'wei', 'recordPayment', { amount: '168.00', method: 'wechat_pay', reference: '4200002208' }),
  ),
  createStory(
    order(4, '23:10', '方昊', { 'VB-28': 1 }, { provider: 'Alipay' }),
    step(3, '10:05', 'chen', 'editOrder', (sale) => ({
      lines: [{ ...part(sale, 0), remove: '1' as const }],
      addedLines: [toEnteredLine('CB-INC', 1)],
    })),
    step(3, '10:12', 'chen', 'refundOrder', {
      everything: false,
      lines: [],
      amount: '140.00',
      reason: '换成陶瓷香炉，退差价',
    }),
    step(3, '11:00', 'wei', 'approveRefund', ({ refunds }) => ({ refund: newest(refunds) })),
    step(3, '16:11', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448203352' }),
  ),
]

/** Orders that staff enter: a draft, one that a company paid by bank transfer, and one that came to nothing. */
export const enteredStories = (narrator: Narrator): Story[] => {
  const { step } = narrator
  return [
    enter(narrator, 1, '16:40', 'chen', {
      customerName: '吴桐',
      email: 'tong.wu@demo.example',
      phone: '13800010009',
      note: '电话订购，等客户确认杯子颜色',
      lines: [toEnteredLine('TC-04-JL', 6), toEnteredLine('OL-LJ-100', 6)],
      discount: '5%',
      shipping: '0',
    }),
    enter(
      narrator,
      5,
      '10:12',
      'chen',
      {
        customerName: '杭州云栖书店',
        email: 'purchasing@yunqi.demo.example',
        phone: '057188000012',
        note: '发票抬头：杭州云栖书店有限公司',
        shippingAddress: {
          name: '钱女士',
          company: '杭州云栖书店有限公司',
          phone: '057188000012',
          line1: '西湖区转塘街道 1 号',
          city: '杭州',
          province: '浙江',
          postcode: '310024',
          country: 'CN',
        },
        lines: [toEnteredLine('CT-0650', 10), toEnteredLine('BB-TRAY', 10)],
        discount: '10%',
        shippingMethod: '顺丰速运',
        shipping: '60',
      },
      step(5, '10:25', 'chen', 'confirmOrder', {}),
      step(5, '10:26', 'chen', 'tagOrder', { tag: '企业客户' }),
      step(4, '09:45', 'wei', 'recordPayment', ({ balanceMinor, currency }) => ({
        amount: formatDecimal(balanceMinor, currency),
        method: 'bank_transfer' as const,
        reference: 'HZ20260000790',
        evidence: createPdf('银行回单.pdf', ['Example Bank, Hangzhou', 'Transfer HZ20260000790', 'Received in full']),
      })),
      step(4, '16:12', 'min', 'shipOrder', { carrier: '顺丰速运', trackingNumber: 'SF1390448200916' }),
      step(3, '09:30', 'wei', 'printOrders', printed('invoice')),
    ),
    enter(
      narrator,
      6,
      '14:20',
      'lucy',
      {
        customerName: 'Harbor Street Tea Room',
        email: 'orders@harborstreet.demo.example',
        currency: 'USD',
        lines: [toEnteredLine('OL-PE-357', 12, 'USD')],
        discount: '15%',
        shipping: '90',
      },
      step(5, '13:10', 'lucy', 'addNote', { text: 'They will order in spring instead.' }),
      step(5, '13:11', 'lucy', 'discardOrder', {}),
    ),
  ]
}

/** The story of an order that a member of staff enters as a draft. */
function enter(
  { at }: Narrator,
  daysAgo: number,
  clock: string,
  by: StaffMember,
  input: InputOf<'enterOrder'>,
  ...steps: Step[]
): Story {
  const key = {}
  const time = at(daysAgo, clock)
  return {
    tasks: [
      { at: time, step: { action: 'enterOrder', subject: key }, run: (history) => history.enter(key, by, time, input) },
      ...steps.map((step) => step(key)),
    ],
  }
}

function toEnteredLine(sku: string, quantity: number, currency: 'CNY' | 'USD' = 'CNY') {
  const { name, price } = findProduct(sku)
  return { sku, name, quantity, unitPrice: formatDecimal(price[currency], currency) }
}
