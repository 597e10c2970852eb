/** A piece of rendered Markdown. */
export type MarkdownNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | {
      readonly kind: 'paragraph' | 'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler' | 'quote' | 'subtext'
      readonly children: readonly MarkdownNode[]
    }
  | { readonly kind: 'heading'; readonly depth: number; readonly children: readonly MarkdownNode[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'code-block'; readonly text: string; readonly language: string | null }
  | {
      readonly kind: 'list'
      readonly start: number | null
      readonly items: readonly (readonly MarkdownNode[])[]
    }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly MarkdownNode[] }
  | { readonly kind: 'mention'; readonly of: 'user' | 'role' | 'channel'; readonly id: string }
  | { readonly kind: 'everyone'; readonly text: string }
  | { readonly kind: 'command'; readonly name: string; readonly id: string }
  | { readonly kind: 'emoji'; readonly id: string; readonly name: string; readonly animated: boolean }
  | { readonly kind: 'timestamp'; readonly timeMs: number; readonly style: string }
