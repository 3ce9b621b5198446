let audio: AudioContext | undefined

/** Plays a short high tone for success, a longer low one for an error. Without sound in the browser, nothing happens. */
export function playTone(kind: 'success' | 'error'): void {
  try {
    audio ??= new AudioContext()
    const [frequency, seconds] = kind === 'success' ? [1320, 0.12] : [220, 0.4]
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.frequency.value = frequency
    gain.gain.value = 0.15
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start()
    oscillator.stop(audio.currentTime + seconds)
  } catch {
    // The state is shown, too.
  }
}
