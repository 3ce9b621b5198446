import type { Task } from '#server/demo/run-tasks.ts'
import type { WorkingTime } from '#server/demo/working-time.ts'

/** Customers who asked for prices and have not ordered yet. */
const customers = [
  {
    ...{
      name: '苏州听雨茶室',
      email: 'hello@tingyu.demo.example',
      phone: '051288000031',
      company: '苏州听雨茶室有限公司',
    },
    ...{ line1: '平江路 118 号', city: '苏州', province: '江苏省', postcode: '215005', country: 'CN' },
    note: '希望按月订购龙井，价目表已发。',
  },
  {
    ...{
      name: 'Maya Lindqvist',
      email: 'maya@nordictea.demo.example',
      phone: '+46 8 555 010 42',
      company: 'Nordic Tea AB',
    },
    ...{ line1: 'Sveavägen 12', city: 'Stockholm', postcode: '111 57', country: 'SE' },
    ...{ note: 'Met at the trade fair. Wants samples of oolong.', acceptsMarketing: 'yes' as const },
  },
]

/** Customers whom staff add before their first order. */
export const newCustomerTasks = (at: WorkingTime): Task[] =>
  customers.map((customer, index): Task => {
    const addedAt = at(5 - index * 2, '14:40')
    return {
      at: addedAt,
      run: async (history) =>
        void (await history.act(index === 0 ? 'chen' : 'lucy', addedAt, 'createCustomer', customer)),
    }
  })
