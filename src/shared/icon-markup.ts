/** The shapes of an icon, as lucide declares them: each a tag with its attributes. */
type IconShapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number | undefined>>])[]

/** The markup of an icon's shapes, for the inside of an `<svg>`. Nothing is escaped: shapes come from lucide, never from users. */
export const renderIconShapes = (shapes: IconShapes): string =>
  shapes
    .map(([tag, attributes]) => {
      const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
      return `<${tag}${list.join('')}/>`
    })
    .join('')
