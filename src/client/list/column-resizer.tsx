import { call, CallError } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { toCssWidth } from '#client/list/css-width.ts'
import { revalidate } from '#client/navigation/router.ts'
import { notify } from '#client/ui/notifications.tsx'
import { type ColumnListName, columnLists } from '#shared/list/column-lists.ts'
import { roundColumnWidth } from '#shared/list/column-widths.ts'
import type { List } from '#shared/list/list.ts'
import type { ListView } from '#shared/list/view-inputs.ts'
import { useEffect, useEffectEvent } from 'react'

export interface ColumnResizerProps {
  list: ColumnListName
  /** The view that is open, if one is. */
  view: ListView | undefined
}

/** How close to the edge of a heading, in pixels, the mouse can drag it. */
const reach = 5
/** Narrower pages hide columns and ignore widths (`table.css`). */
const minimumPageRem = 60

interface Drag {
  heading: HTMLElement
  /** Where the mouse was pressed, and the width of the column then, in pixels. */
  startX: number
  startWidth: number
  /** The current width; undefined if it follows from the content of the column. */
  width: number | undefined
  before: number | undefined
}

/** Drags the edges of the headings of a list; a double click on one goes back to the automatic width. Also gives cells their full text as a title where it is cut. */
export function ColumnResizer({ list, view }: ColumnResizerProps) {
  const { common } = useMessages()
  const own = view?.hasLayout ? view : undefined
  // Columns of a shared view are changed in the dialog, which explains that.
  const canResize = !own || (own.canChange && !own.isShared)
  const save = useEffectEvent(async ({ heading, width, before }: Drag) => {
    try {
      await call('resizeColumn', { list, column: columnOf(heading), width, view: own?.id })
      await revalidate()
    } catch (error) {
      showWidth(heading, before)
      if (!(error instanceof CallError)) throw error
      notify({ kind: 'error', ...describeProblem(error.problem, common) })
    }
  })

  useEffect(() => {
    document.addEventListener('pointerover', titleCutText)
    return () => document.removeEventListener('pointerover', titleCutText)
  }, [])
  // After each change of the columns.
  useEffect(() => markHeadings(list, canResize))
  useEffect(() => (canResize ? listenForDrags(list, (drag) => void save(drag)) : undefined), [list, canResize])
  return null
}

/** The headings whose width can be changed; stylesheets draw their edges. The last one ends with the page. */
function markHeadings(list: ColumnListName, canResize: boolean): void {
  const { columns }: Pick<List, 'columns'> = columnLists[list]
  for (const heading of document.querySelectorAll<HTMLElement>(`table.${list} > thead th`))
    heading.toggleAttribute(
      'data-resizable',
      canResize &&
        heading.nextElementSibling !== null &&
        columns.some(({ id, fixed }) => id === columnOf(heading) && !fixed),
    )
}

/** Calls back with the new width when an edge was dragged or double-clicked. */
function listenForDrags(list: ColumnListName, onChange: (drag: Drag) => void): () => void {
  const stop = new AbortController()
  let drag: Drag | undefined
  let isOnEdge = false
  const listen = <Type extends keyof DocumentEventMap>(type: Type, listener: (event: DocumentEventMap[Type]) => void) =>
    // Before the links of the headings, and before a press begins to load their pages.
    document.addEventListener(type, listener, { capture: true, signal: stop.signal })
  const finish = (isKept: boolean): void => {
    const ended = drag
    drag = undefined
    if (!ended) return
    if (!isKept) showWidth(ended.heading, ended.before)
    else if (ended.width !== ended.before) onChange(ended)
  }
  listen('pointermove', (event) => {
    const heading = drag?.heading ?? findEdge(list, event)
    markEdge(list, heading)
    if (drag) drag.width = dragTo(drag, event.clientX)
  })
  listen('pointerdown', (event) => {
    const heading = event.button === 0 ? findEdge(list, event) : undefined
    isOnEdge = heading !== undefined
    if (!heading) return
    event.preventDefault()
    event.stopPropagation()
    heading.setPointerCapture(event.pointerId)
    const before = readWidth(heading)
    drag = { heading, startX: event.clientX, startWidth: heading.offsetWidth, width: before, before }
  })
  listen('pointerup', () => finish(true))
  listen('pointercancel', () => finish(false))
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !drag) return
    event.stopPropagation()
    finish(false)
  })
  const ignoreOnEdge = (event: Event): void => {
    if (!isOnEdge) return
    event.preventDefault()
    event.stopPropagation()
  }
  listen('click', ignoreOnEdge)
  listen('dragstart', ignoreOnEdge)
  listen('dblclick', (event) => {
    const heading = findEdge(list, event)
    if (!heading) return
    const before = readWidth(heading)
    if (before === undefined) return
    showWidth(heading, undefined)
    onChange({ heading, startX: 0, startWidth: 0, width: undefined, before })
  })
  return () => {
    stop.abort()
    markEdge(list, undefined)
  }
}

/** Resizes the column to where the mouse is, but not beyond the width at which the table still fits into the page, and returns its width. */
function dragTo({ heading, startX, startWidth, width: last }: Drag, x: number): number | undefined {
  if (last === undefined && x === startX) return undefined
  const pixels = startWidth + x - startX
  const width = roundColumnWidth(toUnits(pixels))
  showWidth(heading, width)
  const table = heading.closest('table')
  const overflow = table && table.parentElement ? table.offsetWidth - table.parentElement.clientWidth : 0
  if (overflow <= 0) return width
  const fitting = roundColumnWidth(toUnits(pixels - overflow) - 4)
  showWidth(heading, fitting)
  return fitting
}

/** The heading whose right edge is under the mouse. */
function findEdge(list: ColumnListName, { target, clientX, ...event }: MouseEvent): HTMLElement | undefined {
  if ('pointerType' in event && event.pointerType === 'touch') return undefined
  const heading = target instanceof Element ? target.closest<HTMLElement>(`table.${list} > thead th`) : null
  const page = heading?.closest('.page')
  if (!heading || !page || toUnits(page.clientWidth) <= minimumPageRem * 16) return undefined
  const { left, right } = heading.getBoundingClientRect()
  const edge = right - clientX <= reach ? heading : clientX - left <= reach ? findPrevious(heading) : undefined
  return edge?.dataset['resizable'] === undefined ? undefined : edge
}

/** The heading before one that the page does not hide. */
function findPrevious(heading: Element): HTMLElement | undefined {
  const previous = heading.previousElementSibling
  return previous instanceof HTMLElement ? (previous.offsetWidth > 0 ? previous : findPrevious(previous)) : undefined
}

function markEdge(list: ColumnListName, marked: HTMLElement | undefined): void {
  for (const heading of document.querySelectorAll<HTMLElement>(`table.${list} > thead th`))
    heading.toggleAttribute('data-edge', heading === marked)
}

/** Shows a column with a width, as the page will when it is loaded again. */
function showWidth(heading: HTMLElement, width: number | undefined): void {
  if (width === undefined) heading.style.removeProperty('--width')
  else heading.style.setProperty('--width', toCssWidth(width))
  const cells = heading
    .closest('table')
    ?.querySelectorAll(`:is(thead, tbody) > tr > [data-column="${columnOf(heading)}"]`)
  for (const cell of cells ?? []) cell.classList.toggle('sized', width !== undefined)
}

function readWidth(heading: HTMLElement): number | undefined {
  const width = Number.parseFloat(heading.style.getPropertyValue('--width'))
  return Number.isNaN(width) ? undefined : width * 16
}

const columnOf = (heading: HTMLElement): string => heading.dataset['column'] ?? ''

/** Pixels of the screen in pixels at a font size of 16 px. */
const toUnits = (pixels: number): number =>
  (pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) * 16

/** Gives the cell under the mouse its text as a title, if it is cut. */
function titleCutText({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.table--rows > tbody > tr > td') : null
  if (!cell) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText.trim()
  else cell.removeAttribute('title')
}
