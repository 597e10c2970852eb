import { stripVTControlCharacters } from 'node:util'

/** Characters that steer a terminal or disguise a text: control codes, and invisible or direction-turning ones. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Returns a text of someone else as it may be printed: without escape sequences, on one line. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(STEERING, '?')
}

/** Returns JSON of the same value in which no character steers a terminal. JSON.stringify leaves those above U+007E. */
export function printableJson(json: string): string {
  return json.replaceAll(STEERING, (character) =>
    Array.from({ length: character.length }, (_unit, index) => escaped(character.charCodeAt(index))).join(''),
  )
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
