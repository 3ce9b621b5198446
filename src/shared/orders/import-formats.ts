/** The exports of shops that are recognized by their headings. */
export const importFormats = ['shopify', 'woocommerce', 'woocommerce-advanced', 'youzan', 'wechat-shop'] as const
export type ImportFormat = (typeof importFormats)[number]
