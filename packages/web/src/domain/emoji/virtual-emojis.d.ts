declare module 'virtual:emojis' {
  /** Emojis in their usual order: character, number of the group, names. */
  const rows: readonly (readonly [unicode: string, group: number, ...names: string[]])[]
  export default rows
}
