/**
 * Letters of five by eight dots, from the space to the tilde: five columns each, with the lowest bit at the top. SVG
 * text elements would stay empty on a machine without fonts.
 */
const COLUMNS = [
  '0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0008070300',
  '001c224100 0041221c00 2a1c7f1c2a 08083e0808 0080703000 0808080808 0000606000 2010080402',
  '3e5149453e 00427f4000 7249494946 2141494d33 1814127f10 2745454539 3c4a494931 4121110907',
  '3649494936 464949291e 0000140000 0040340000 0008142241 1414141414 0041221408 0201590906',
  '3e415d594e 7c1211127c 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e41415173',
  '7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f021c027f 7f0408107f 3e4141413e',
  '7f09090906 3e4151215e 7f09192946 2649494932 03017f0103 3f4040403f 1f2040201f 3f4038403f',
  '6314081463 0304780403 6159494d43 007f414141 0204081020 004141417f 0402010204 4040404040',
  '0003070800 2054547840 7f28444438 3844444428 384444287f 3854545418 00087e0902 18a4a49c78',
  '7f08040478 00447d4000 2040403d00 7f10284400 00417f4000 7c04780478 7c08040478 3844444438',
  'fc18242418 18242418fc 7c08040408 4854545424 04043f4424 3c4040207c 1c2040201c 3c4030403c',
  '4428102844 4c9090907c 4464544c44 0008364100 0000770000 0041360800 0201020402',
]
  .join(' ')
  .split(' ')
  .map((letter) => [0, 2, 4, 6, 8].map((at) => Number.parseInt(letter.slice(at, at + 2), 16)))

const FIRST = 32
/** Drawn for letters outside the table. */
const BOX = [0x7f, 0x41, 0x41, 0x41, 0x7f]
/** Five columns and a gap. */
const ADVANCE = 6
const ROWS = 8

/** Returns the width of a text in dots. */
export function textWidth(text: string): number {
  return Math.max(lettersOf(text).length * ADVANCE - 1, 0)
}

/** Returns a text cut to a width in dots; a text that was cut ends in `...`. */
export function cutToWidth(text: string, width: number): string {
  const letters = lettersOf(text)
  const room = Math.floor((width + 1) / ADVANCE)
  return letters.length <= room ? letters.join('') : `${letters.slice(0, Math.max(room - 3, 0)).join('')}...`
}

/** Returns a text as the data of an SVG path, with its upper left corner at `x` and `y` and `size` pixels per dot. */
export function textPath(text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const dots: string[] = []
  for (const [index, letter] of lettersOf(text).entries()) {
    for (const [column, bits] of columnsOf(letter).entries()) {
      for (let row = 0; row < ROWS; row += 1) {
        if ((bits & (1 << row)) === 0) continue
        dots.push(`M${x + (index * ADVANCE + column) * size} ${y + row * size}h${size}v${size}h-${size}z`)
      }
    }
  }
  return dots.join('')
}

function columnsOf(letter: string): readonly number[] {
  return (letter.length === 1 ? COLUMNS[letter.charCodeAt(0) - FIRST] : undefined) ?? BOX
}

/** Returns the letters of a text without accents, so that names in Latin script stay readable. */
function lettersOf(text: string): string[] {
  return [...text.normalize('NFKD').replaceAll(/\p{Mark}/gu, '')]
}
