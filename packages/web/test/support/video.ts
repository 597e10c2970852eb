/** Pictures of pages: cameras and screens of one colour, and eyes that read the colour of a video. */
import type { Page } from 'playwright-core'

export type Colour = readonly [red: number, green: number, blue: number]

/** Difference of each part of a colour that compression makes. */
const NEAR = 48
const WAIT_MS = 20_000
const POLL_MS = 100

/** Colour and sound of the screen that every page shares. */
export const SCREEN: Colour = [40, 160, 60]
export const SCREEN_HZ = 660

/**
 * Gives a page a camera of one colour, and a green screen that hums. It runs before the scripts of the page, and after
 * `fakeMicrophone`.
 */
export async function fakeCamera(page: Page, colour: Colour): Promise<void> {
  await page.addInitScript(showing, [...colour])
}

/** Runs in the page. */
function showing(colour: number[]): void {
  const microphone = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  const streams: MediaStream[] = []
  let refused = false
  const colours = { camera: colour, screen: [40, 160, 60] }
  /** Returns a picture of a colour. A spot in it moves, because browsers do not send a still one anew. */
  const picture = (colourNow: () => number[], onEnd = () => {}): MediaStream => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 360 })
    const context = canvas.getContext('2d')
    const stream = canvas.captureStream(15)
    let step = 0
    const timer = setInterval(() => {
      if (!context) return
      // A page that stops a track gets no event.
      if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) {
        clearInterval(timer)
        return onEnd()
      }
      context.fillStyle = `rgb(${colourNow().join()})`
      context.fillRect(0, 0, 640, 360)
      context.fillStyle = 'white'
      context.fillRect((step++ * 8) % 640, 0, 8, 8)
    }, 66)
    streams.push(stream)
    return stream
  }
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    if (!constraints?.video) return microphone(constraints)
    if (refused) throw new DOMException('refused by the test', 'NotAllowedError')
    return picture(() => colours.camera)
  }
  /** Returns a screen that hums. */
  const screen = async () => {
    if (refused) throw new DOMException('refused by the test', 'NotAllowedError')
    const context = new AudioContext()
    const stream = picture(
      () => colours.screen,
      () => void context.close(),
    )
    const tone = context.createOscillator()
    const out = context.createMediaStreamDestination()
    tone.frequency.value = 660
    tone.connect(out)
    tone.start()
    for (const track of out.stream.getAudioTracks()) stream.addTrack(track)
    return stream
  }
  Object.assign(navigator.mediaDevices, { getDisplayMedia: screen })
  Object.assign(globalThis, {
    camera: {
      refuse(value: boolean) {
        refused = value
      },
      paint(what: 'camera' | 'screen', next: number[]) {
        colours[what] = next
      },
      /** Takes the cameras away, as unplugging does. */
      lose() {
        for (const track of streams.flatMap((stream) => stream.getTracks())) {
          track.stop()
          track.dispatchEvent(new Event('ended'))
        }
      },
      open: () => streams.filter((stream) => stream.getTracks().some(({ readyState }) => readyState === 'live')).length,
    },
  })
}

/** Changes the colour of a page's camera or screen. */
export async function paints(page: Page, what: 'camera' | 'screen', colour: Colour): Promise<void> {
  await page.evaluate(`camera.paint('${what}', [${colour.join()}])`)
}

/** Waits until the video in a group shows a colour. */
export async function shows(page: Page, group: string, colour: Colour): Promise<void> {
  const end = performance.now() + WAIT_MS
  for (;;) {
    const seen = await colourIn(page, group)
    if (seen?.every((part, at) => Math.abs(part - (colour[at] ?? 0)) < NEAR)) return
    if (performance.now() > end) throw new Error(`${group} shows ${seen}, not ${colour.join()}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Returns the colour in the middle of the video of a group; null as long as there is no picture. */
async function colourIn(page: Page, group: string): Promise<number[] | null> {
  const video = page.getByRole('group', { name: group, exact: true }).locator('video')
  return await video.evaluate((element) => {
    const { videoWidth, videoHeight } = element as HTMLVideoElement
    if (videoWidth === 0) return null
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1, height: 1 })
    const context = canvas.getContext('2d')
    context?.drawImage(element as HTMLVideoElement, videoWidth / 2, videoHeight / 2, 1, 1, 0, 0, 1, 1)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  })
}

/** Waits until the offer of a screen has a picture in a colour. */
export async function showsPreview(page: Page, colour: Colour): Promise<void> {
  const picture = page.getByRole('region', { name: 'Pictures' }).locator('img[src*="/stream-previews/"]')
  const seen = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1, height: 1 })
    const context = canvas.getContext('2d')
    context?.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1)
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  })
  if (!seen.every((part, at) => Math.abs(part - (colour[at] ?? 0)) < NEAR)) throw new Error(`the preview shows ${seen}`)
}

/** Waits until the video in a group has a width, by which layers differ. */
export async function hasWidth(page: Page, group: string, width: number): Promise<void> {
  const video = page.getByRole('group', { name: group, exact: true }).locator('video')
  const end = performance.now() + WAIT_MS
  for (;;) {
    const seen = await video.evaluate((element) => (element as HTMLVideoElement).videoWidth)
    if (seen === width) return
    if (performance.now() > end) throw new Error(`${group} is ${seen} wide, not ${width}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
