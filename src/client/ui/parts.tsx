import { Children, Fragment, isValidElement, type ReactNode } from 'react'

/** A line whose parts ` · ` separates in its texts. Parts stay in one piece where possible, and no line begins or ends with a separator. */
export const Parts = ({ children }: { children: ReactNode }) => (
  <span className="parts">
    {splitParts(children).map((part, index) => (
      <span key={index}>
        {index > 0 && <i> · </i>}
        {part}
      </span>
    ))}
  </span>
)

/** The content of each part: a text continues the last part up to its first separator, anything else belongs to the last part. */
function splitParts(children: ReactNode): ReactNode[][] {
  const parts: ReactNode[][] = [[]]
  for (const node of listNodes(children)) {
    const [rest, ...next] = typeof node === 'string' ? node.split(' · ') : [node]
    parts.at(-1)?.push(rest)
    parts.push(...next.map((text) => [text]))
  }
  return parts.map((part) => Children.toArray(part))
}

const listNodes = (children: ReactNode): ReactNode[] =>
  Children.toArray(children).flatMap((node) =>
    isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment ? listNodes(node.props.children) : [node],
  )
