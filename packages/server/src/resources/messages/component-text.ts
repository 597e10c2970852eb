/** The words of a layout of components, for mentions in them. */
export function textOf(components: readonly Record<string, unknown>[]): string {
  return components
    .flatMap(({ content, components, accessory }) => [
      typeof content === 'string' ? content : '',
      Array.isArray(components) ? textOf(components) : '',
      typeof accessory === 'object' && accessory !== null ? textOf([accessory as Record<string, unknown>]) : '',
    ])
    .join('\n')
}
