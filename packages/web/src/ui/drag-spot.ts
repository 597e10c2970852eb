/** An entry of a list whose entries are dragged to the place of others: by mouse, touch or keyboard. */
export interface DragSpot {
  /** Names the list. An entry is dropped on entries of its own list only. */
  readonly list: string
  readonly id: string
  readonly name: string
  /** Whether the person may drag it; asked when a drag begins, so that a long list computes nothing before. */
  mayDrag(): boolean
  /** Whether another entry may be dropped on it. */
  mayTake(id: string): boolean
  /** Another entry was dropped on it. */
  take(id: string): void
}

/** A spot on the page. The spot is read when it is used, as it changes with each render. */
export interface PlacedSpot {
  readonly element: HTMLElement
  readonly spot: { readonly current: DragSpot }
}
