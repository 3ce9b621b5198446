import {
  DocumentContextProvider,
  type MarkupCache,
  type PageContext,
  useDocumentContext,
} from '#client/app/page-context.tsx'
import { isServer } from '#client/ui/host-markup.ts'
import type { ComponentType, FormHTMLAttributes, HTMLAttributes, ReactElement } from 'react'

/** The props of a cached part: values that JSON can write, which are its cache key, and functions, which do not appear in markup. No elements. */
type Cacheable<Props> = { [Name in keyof Props]: Props[Name] extends ReactElement ? never : Props[Name] }

type Attributes = Omit<HTMLAttributes<HTMLElement>, 'part'> & Pick<FormHTMLAttributes<HTMLElement>, 'action' | 'method'>

interface CachedMarkupProps<Props> extends Attributes {
  /** The element that has the part as its only content. */
  as: 'aside' | 'div' | 'form' | 'nav' | 'thead'
  part: ComponentType<Props>
  props: Props & Cacheable<Props>
  /** False while the part shows something that belongs to this request only. */
  isCached?: boolean
}

/**
 * An element whose content is the same in many requests: the server renders it once and caches the markup. The cache key contains everything that the
 * part can read: its props, except the cursor of a list, and the viewer of the page. A cached part cannot read anything else that belongs to a request, such as the
 * time, and must not use `useId`, a clock or random values.
 */
export function CachedMarkup<Props extends object & WithQuery>({
  as: Element,
  part: Part,
  props,
  isCached = true,
  ...attributes
}: CachedMarkupProps<Props>) {
  const { pageContext, messages, markupCache } = useDocumentContext()
  if (!isServer || !markupCache || !isCached)
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

/** Takes the place of the cursor in cached markup, so that all pages of a list share it. */
const anyCursor = 'cursor-of-the-page'

/** The cursor of the page, if links write it as it is. */
const findCursor = ({ query }: WithQuery): string | undefined =>
  query?.cursor !== undefined && /^[\w-]+$/.test(query.cursor) ? query.cursor : undefined

interface WithQuery {
  /** The part must show its cursor in links only. */
  query?: { cursor?: string | undefined }
}

/** Found once for each document. */
const viewers = new WeakMap<PageContext, { viewer: ReturnType<typeof pickViewer>; keep: ReturnType<MarkupCache> }>()

/** The viewer of the page and the language. Contains the account of the session, but nothing of the login. */
const pickViewer = ({ locale, book, session, ownRoles, registration, loginProvider }: PageContext) => ({
  locale,
  book,
  session: { user: session.user } as PageContext['session'],
  ownRoles,
  registration,
  loginProvider,
  sessionReady: true,
})

/** Reading anything else of the page's context throws, so that cached markup never contains data of another request. */
const onlyViewer = (viewer: ReturnType<typeof pickViewer>): PageContext =>
  new Proxy(viewer as PageContext, {
    get: (known, name) => {
      if (name in known) return Reflect.get(known, name)
      throw new Error(`Cached markup reads ${String(name)}, which belongs to one request`)
    },
  })
