import type { CsvFormat } from '#server/finance/statements/csv-format.ts'

/** 交易账单: payments and refunds with their fees. Bills of before 2019 call the amount of a payment something else. */
const wechatTradeFormats: readonly CsvFormat[] = ['应结订单金额', '总金额'].map((amount) => ({
  format: 'wechat_trade',
  headings: ['交易时间', '微信订单号', '商户订单号', '交易状态', amount, '微信退款单号', '退款金额', '手续费'],
  columns: {
    day: '交易时间',
    in: amount,
    out: '退款金额',
    outWhen: { column: '交易状态', values: ['REFUND', 'REVOKED'] },
    isGross: true,
    fee: { column: '手续费', isNegative: false },
    subsidy: ['代金券金额'],
    currency: '货币种类',
    counterpartyAccount: '用户标识',
    description: ['交易类型', '商品名称', '退款类型'],
    reference: ['微信退款单号', '微信订单号'],
    orderReference: ['商户退款单号', '商户订单号'],
    status: '交易状态',
  },
  footer: '总交易单数',
}))

/**
 * PayPal's activity download, and its monthly statement, which has a description in place of type and status. Both are written in the language of the
 * account; the days of English ones are in the order of its country.
 */
const payPalFormats: readonly CsvFormat[] = [
  ...(['Type', 'Description'] as const).map((type) =>
    toPayPalFormat({
      ...{
        day: 'Date',
        clockTime: 'Time',
        name: 'Name',
        type,
        currency: 'Currency',
        gross: 'Gross',
        fee: 'Fee',
        net: 'Net',
      },
      ...{ transaction: 'TransactionID', related: 'ReferenceTxnID', status: 'Status', balance: 'Balance' },
      ...{ sender: ['FromEmailAddress', 'BankAccount'], invoice: ['InvoiceNumber', 'InvoiceID', 'CustomNumber'] },
      texts: ['ItemTitle', 'Subject', 'Note'],
      impact: 'BalanceImpact',
      dayOrder: 'either',
      neutral: [
        'General Withdrawal',
        'General Withdrawal - Bank Account',
        'User Initiated Withdrawal',
        'Bank Deposit to PP Account',
        'General Currency Conversion',
      ],
    }),
  ),
  ...(['Typ', 'Beschreibung'] as const).flatMap((type) =>
    // The newer word is second.
    (['Gebühr', 'Entgelt'] as const).map((fee) =>
      toPayPalFormat({
        ...{
          day: 'Datum',
          clockTime: 'Uhrzeit',
          name: 'Name',
          type,
          currency: 'Währung',
          gross: 'Brutto',
          fee,
          net: 'Netto',
        },
        ...{
          transaction: 'Transaktionscode',
          related: 'ZugehörigerTransaktionscode',
          status: 'Status',
          balance: 'Guthaben',
        },
        ...{ sender: ['AbsenderE-Mail-Adresse', 'Bankkonto'], invoice: ['Rechnungsnummer', 'Zollnummer'] },
        texts: ['Artikelbezeichnung', 'Betreff', 'Hinweis'],
        impact: 'AuswirkungaufGuthaben',
        dayOrder: 'dmy',
        neutral: [
          'Allgemeine Abbuchung',
          'Allgemeine Abbuchung – Bankkonto',
          'Von Nutzer eingeleitete Abbuchung',
          'Bankgutschrift auf PayPal-Konto',
          'Allgemeine Währungsumrechnung',
        ],
      }),
    ),
  ),
]

/** What PayPal calls its columns in a language, and the types of lines that are neither income nor expense. */
interface PayPalWords {
  day: string
  clockTime: string
  name: string
  type: string
  currency: string
  gross: string
  fee: string
  net: string
  transaction: string
  related: string
  status: string
  balance: string
  sender: readonly string[]
  invoice: readonly string[]
  texts: readonly string[]
  impact: string
  dayOrder: 'either' | 'dmy'
  neutral: readonly string[]
}

function toPayPalFormat(words: PayPalWords): CsvFormat {
  const { day, clockTime, name, type, currency, gross, fee, net, transaction } = words
  return {
    format: 'paypal',
    headings: [day, clockTime, name, type, currency, gross, fee, net, transaction],
    columns: {
      ...{ day, dayOrder: words.dayOrder, clockTime, currency, balance: words.balance, status: words.status },
      amount: net,
      decimalMark: 'either',
      neutral: { column: type, values: words.neutral },
      ignored: { column: words.impact, values: ['Memo'] },
      fee: { column: fee, isNegative: true },
      counterparty: name,
      counterpartyAccount: words.sender,
      description: [type, ...words.texts],
      reference: transaction,
      entryReference: transaction,
      orderReference: words.invoice,
      relatedReference: words.related,
    },
    hasSeveralCurrencies: true,
    identifier: 'PayPal',
  }
}

/** What CSV files are recognized by, in this order. Headings are compared without spaces and with half-width parentheses. */
export const csvFormats: readonly CsvFormat[] = [
  ...wechatTradeFormats,
  {
    format: 'alipay',
    headings: ['交易时间', '交易分类', '交易对方', '商品说明', '收/支', '金额', '交易状态', '交易订单号'],
    columns: {
      day: '交易时间',
      amount: '金额',
      class: '收/支',
      counterparty: '交易对方',
      counterpartyAccount: '对方账号',
      description: ['交易分类', '商品说明'],
      reference: '交易订单号',
      orderReference: '商家订单号',
      status: '交易状态',
    },
  },
  {
    format: 'alipay_account',
    headings: ['账务流水号', '业务流水号', '商户订单号', '发生时间', '收入金额(+元)', '支出金额(-元)', '账户余额(元)'],
    columns: {
      day: '发生时间',
      in: '收入金额(+元)',
      out: '支出金额(-元)',
      isUnsigned: true,
      neutral: { column: '业务类型', values: ['提现', '转账到银行卡'] },
      balance: '账户余额(元)',
      counterpartyAccount: '对方账号',
      description: ['业务类型', '商品名称', '备注'],
      reference: '业务流水号',
      entryReference: '账务流水号',
      orderReference: '商户订单号',
    },
    footer: '#',
  },
  {
    // 业务明细: the merchant's part of each payment, less what the merchant gave as a discount itself.
    format: 'alipay_trade',
    headings: ['支付宝交易号', '商户订单号', '业务类型', '完成时间', '订单金额(元)', '商家实收(元)', '服务费(元)'],
    columns: {
      day: '完成时间',
      amount: '商家实收(元)',
      isGross: true,
      fee: { column: '服务费(元)', isNegative: true },
      subsidy: ['支付宝红包(元)', '集分宝(元)', '支付宝优惠(元)'],
      counterpartyAccount: '对方账户',
      description: ['业务类型', '商品名称', '备注'],
      reference: ['退款批次号/请求号', '支付宝交易号'],
      orderReference: '商户订单号',
      relatedReference: '支付宝交易号',
    },
    footer: '#',
  },
  {
    format: 'wechat_pay',
    headings: ['交易时间', '交易类型', '交易对方', '商品', '收/支', '金额(元)', '当前状态', '交易单号', '备注'],
    columns: {
      day: '交易时间',
      amount: '金额(元)',
      class: '收/支',
      counterparty: '交易对方',
      description: ['交易类型', '商品', '备注'],
      reference: '交易单号',
      orderReference: '商户单号',
      status: '当前状态',
    },
  },
  {
    format: 'wechat_fund',
    headings: ['记账时间', '微信支付业务单号', '资金流水单号', '业务类型', '收支类型', '收支金额(元)', '账户结余(元)'],
    columns: {
      day: '记账时间',
      amount: '收支金额(元)',
      class: '收支类型',
      neutral: { column: '业务类型', values: ['提现'] },
      balance: '账户结余(元)',
      description: ['业务类型', '业务名称', '备注'],
      reference: '微信支付业务单号',
      entryReference: '资金流水单号',
      orderReference: '业务凭证号',
    },
    footer: '资金流水总笔数',
  },
  {
    format: 'cmb',
    headings: ['记账日期', '货币', '交易金额', '联机余额', '交易摘要', '对手信息', '客户摘要'],
    columns: {
      day: '记账日期',
      amount: '交易金额',
      currency: '货币',
      balance: '联机余额',
      counterparty: '对手信息',
      description: ['交易摘要', '客户摘要'],
    },
  },
  {
    format: 'boc',
    headings: ['记账日期', '记账时间', '币别', '金额', '余额', '交易名称', '附言', '对方账户名'],
    columns: {
      day: '记账日期',
      clockTime: '记账时间',
      amount: '金额',
      currency: '币别',
      balance: '余额',
      counterparty: '对方账户名',
      counterpartyAccount: '对方卡号/账号',
      description: ['交易名称', '附言'],
    },
  },
  {
    format: 'stripe',
    headings: ['balance_transaction_id', 'currency', 'gross', 'fee', 'net', 'reporting_category'],
    columns: {
      day: ['created', 'created_utc', 'effective_at', 'effective_at_utc'],
      valueDay: ['available_on', 'available_on_utc'],
      amount: 'net',
      decimalMark: 'either',
      neutral: { column: 'reporting_category', values: ['payout', 'payout_reversal', 'topup', 'transfer'] },
      fee: { column: 'fee', isNegative: false },
      charged: { amount: 'customer_facing_amount', currency: 'customer_facing_currency' },
      currency: 'currency',
      counterparty: 'customer_name',
      counterpartyAccount: 'customer_email',
      description: ['reporting_category', 'description'],
      reference: ['charge_id', 'source_id', 'payout_id'],
      entryReference: 'balance_transaction_id',
      orderReference: ['payment_metadata[order_id]', 'invoice_number', 'payment_intent_id'],
      payoutReference: ['payout_id', 'automatic_payout_id'],
    },
    hasSeveralCurrencies: true,
    identifier: 'Stripe',
  },
  {
    format: 'stripe',
    headings: ['id', 'Type', 'Source', 'Amount', 'Fee', 'Net', 'Currency', 'Created(UTC)', 'AvailableOn(UTC)'],
    columns: {
      day: 'Created(UTC)',
      valueDay: 'AvailableOn(UTC)',
      amount: 'Net',
      decimalMark: 'either',
      neutral: { column: 'Type', values: ['payout', 'payout_cancel', 'payout_failure', 'topup', 'transfer'] },
      fee: { column: 'Fee', isNegative: false },
      charged: { amount: 'CustomerFacingAmount', currency: 'CustomerFacingCurrency' },
      currency: 'Currency',
      description: ['Type', 'Description'],
      reference: 'Source',
      entryReference: 'id',
      orderReference: 'order_id(metadata)',
      payoutReference: 'Transfer',
    },
    hasSeveralCurrencies: true,
    identifier: 'Stripe',
  },
  ...payPalFormats,
]
