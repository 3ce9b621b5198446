/** Carriers and the pages on which they show where a parcel is. Pure. */

export interface Carrier {
  name: string
  /** The page of a parcel; `{number}` is its tracking number. */
  trackingUrl: string
}

/** Maximum number of added carriers: a page with a shipment reads them all. */
export const maxCarriers = 200

/** Where the tracking number goes in a tracking URL. */
const trackingPlaceholder = '{number}'

/**
 * Carriers that every installation knows, with all their names: the one in each language is `names.en` and `names.zh`. Some have no page that
 * opens with a number: their parcels have no link, unless a user adds the carrier with one, which takes precedence.
 */
const builtInCarriers: readonly {
  names: Record<'en' | 'zh', string>
  aliases?: string[]
  trackingUrl?: string
}[] = [
  {
    names: { en: 'SF Express', zh: '顺丰速运' },
    aliases: ['SF', '顺丰', '顺丰快递', '顺丰 SF Express'],
    trackingUrl: 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/{number}',
  },
  {
    names: { en: 'ZTO', zh: '中通快递' },
    aliases: ['ZTO Express', '中通'],
    trackingUrl: 'https://www.zto.com/express/expressCheck.html?txtBill={number}',
  },
  {
    names: { en: 'YTO', zh: '圆通速递' },
    aliases: ['YTO Express', '圆通', '圆通快递'],
  },
  { names: { en: 'Yunda', zh: '韵达快递' }, aliases: ['Yunda Express', '韵达'] },
  { names: { en: 'STO', zh: '申通快递' }, aliases: ['STO Express', '申通'] },
  { names: { en: 'J&T Express', zh: '极兔速递' }, aliases: ['J&T', '极兔'] },
  {
    names: { en: 'JD Logistics', zh: '京东物流' },
    aliases: ['JD', '京东', '京东快递'],
    trackingUrl: 'https://www.jdl.com/orderSearch/?waybillCodes={number}',
  },
  {
    names: { en: 'EMS', zh: '邮政 EMS' },
    aliases: ['中国邮政 EMS'],
    trackingUrl: 'https://www.ems.com.cn/queryList?mailNum={number}',
  },
  {
    names: { en: 'China Post', zh: '中国邮政' },
    aliases: ['邮政快递包裹'],
  },
  { names: { en: 'Deppon', zh: '德邦快递' }, aliases: ['德邦'] },
  {
    names: { en: 'DHL', zh: 'DHL' },
    aliases: ['DHL Express'],
    trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  },
  { names: { en: 'UPS', zh: 'UPS' }, trackingUrl: 'https://www.ups.com/track?tracknum={number}' },
  { names: { en: 'FedEx', zh: 'FedEx' }, trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { names: { en: 'USPS', zh: 'USPS' }, trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}' },
  { names: { en: 'DPD', zh: 'DPD' }, trackingUrl: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
  { names: { en: 'GLS', zh: 'GLS' }, trackingUrl: 'https://gls-group.com/GROUP/en/parcel-tracking?match={number}' },
  {
    names: { en: 'Royal Mail', zh: 'Royal Mail' },
    trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  },
]

/** The names of the carriers that every installation knows, in a language: its own carriers first. */
export const listCarrierNames = (locale: 'en' | 'zh'): string[] => {
  const names = builtInCarriers.map((carrier) => carrier.names[locale])
  return locale === 'zh' ? names : names.toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** What two names of the same carrier have in common: neither case nor spaces matter. */
export const toCarrierKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '')

const builtInUrls: ReadonlyMap<string, string | undefined> = new Map(
  builtInCarriers.flatMap(({ names, aliases = [], trackingUrl }) =>
    [names.en, names.zh, ...aliases].map((name) => [toCarrierKey(name), trackingUrl] as const),
  ),
)

/** Whether it is one of the carriers that every installation knows, or of those added. */
export const isKnownCarrier = (name: string, added: readonly Carrier[]): boolean => {
  const key = toCarrierKey(name)
  return builtInUrls.has(key) || added.some((carrier) => toCarrierKey(carrier.name) === key)
}

/** The page on which the carrier shows the parcel; null without a known page or a tracking number. `added` take precedence. */
export function trackingUrlOf(
  { carrier, trackingNumber }: { carrier: string; trackingNumber: string },
  added: readonly Carrier[],
): string | null {
  const number = trackingNumber.replaceAll(/\s+/gu, '').toWellFormed()
  if (number === '') return null
  const key = toCarrierKey(carrier)
  const template = added.find(({ name }) => toCarrierKey(name) === key)?.trackingUrl ?? builtInUrls.get(key)
  return template?.replaceAll(trackingPlaceholder, encodeURIComponent(number)) ?? null
}

/** Whether a text is an https URL that leads to one site, whatever the tracking number in it is. */
export function isTrackingUrl(text: string): boolean {
  if (!text.startsWith('https://') || !text.includes(trackingPlaceholder) || !URL.canParse(text)) return false
  const [one, other] = ['1', '2'].map((number) => new URL(text.replaceAll(trackingPlaceholder, number)))
  const { username, password, host } = one as URL
  return username + password === '' && host === other?.host
}
