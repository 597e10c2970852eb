/** A sticker to send. */
export interface PickedSticker {
  readonly id: string
  readonly name: string
  readonly format_type: number
}
