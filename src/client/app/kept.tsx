import {
  DocumentContextProvider,
  type MarkupCache,
  type PageContext,
  useDocumentContext,
} from '#client/app/page-context.tsx'
import { isServer } from '#client/ui/host-markup.ts'
import type { ComponentType, FormHTMLAttributes, HTMLAttributes, ReactElement } from 'react'

/** What a part may be given: what JSON can write, which is its key, and functions, which leave no trace in markup. No elements. */
type Keepable<Props> = { [Name in keyof Props]: Props[Name] extends ReactElement ? never : Props[Name] }

type Attributes = Omit<HTMLAttributes<HTMLElement>, 'part'> & Pick<FormHTMLAttributes<HTMLElement>, 'action' | 'method'>

interface KeptProps<Props> extends Attributes {
  /** The element that has the part as its only content. */
  as: 'aside' | 'div' | 'form' | 'nav' | 'thead'
  part: ComponentType<Props>
  props: Props & Keepable<Props>
  /** False while the part shows something that only one request can. */
  isKept?: boolean
}

/**
 * An element whose content is the same in many requests: the server renders it once and keeps the markup. Its key is everything that the
 * part can read: its props, but for the cursor of a list, and who sees the page. What else belongs to a request, such as the time, cannot be read inside; nor may there be
 * a `useId`, a clock or a random value.
 */
export function Kept<Props extends object & WithQuery>({
  as: Element,
  part: Part,
  props,
  isKept = true,
  ...attributes
}: KeptProps<Props>) {
  const { pageContext, messages, markupCache } = useDocumentContext()
  if (!isServer || !markupCache || !isKept)
    return (
      <Element {...attributes}>
        <Part {...props} />
      </Element>
    )
  const { viewer, keep } = viewers.getOrInsertComputed(pageContext, () => {
    const picked = pickViewer(pageContext)
    return { viewer: picked, keep: markupCache(JSON.stringify(picked)) }
  })
  const cursor = findCursor(props)
  const shownProps = cursor === undefined ? props : { ...props, query: { ...props.query, cursor: anyCursor } }
  const markup = keep(Part, JSON.stringify(shownProps), () => (
    <DocumentContextProvider value={{ pageContext: onlyViewer(viewer), messages }}>
      <Part {...shownProps} />
    </DocumentContextProvider>
  ))
  const __html = cursor === undefined ? markup : markup.replaceAll(anyCursor, cursor)
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html }} />
}

/** In kept markup, that of the page, so that all pages of a list share it. */
const anyCursor = 'cursor-of-the-page'

/** The cursor of the page, if links write it as it is. */
const findCursor = ({ query }: WithQuery): string | undefined =>
  query?.cursor !== undefined && /^[\w-]+$/.test(query.cursor) ? query.cursor : undefined

interface WithQuery {
  /** Of which a part shows the cursor in links only. */
  query?: { cursor?: string | undefined }
}

/** Found once for each document. */
const viewers = new WeakMap<PageContext, { viewer: ReturnType<typeof pickViewer>; keep: ReturnType<MarkupCache> }>()

/** Who sees the page, in which language. The session is that of the account, not of the login. */
const pickViewer = ({ locale, book, session, ownRoles, registration, loginProvider }: PageContext) => ({
  locale,
  book,
  session: { user: session.user } as PageContext['session'],
  ownRoles,
  registration,
  loginProvider,
  sessionReady: true,
})

/** Reading anything else of the page's context is an error, so that no one sees what was true for another request. */
const onlyViewer = (viewer: ReturnType<typeof pickViewer>): PageContext =>
  new Proxy(viewer as PageContext, {
    get: (known, name) => {
      if (name in known) return Reflect.get(known, name)
      throw new Error(`Markup that is kept reads ${String(name)}, which belongs to one request`)
    },
  })
