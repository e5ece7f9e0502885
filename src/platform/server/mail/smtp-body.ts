import { Readable } from 'node:stream';

/** Only read once the server has said "354 go on": from then on, no one can say that nothing was sent. */
export class Body extends Readable {
  isOnItsWay = false;
  #isAsked = false;
  #bytes: Buffer;
  #leaves: () => Promise<void>;
  #onStart: () => void;

  constructor(bytes: Buffer, leaves: () => Promise<void>, onStart: () => void) {
    super();
    this.#bytes = bytes;
    this.#leaves = leaves;
    this.#onStart = onStart;
  }

  override _read(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#leaves().then(
      () => {
        // The connection was given up meanwhile, and so was this attempt.
        if (this.destroyed) return;
        this.isOnItsWay = true;
        this.#onStart();
        this.push(this.#bytes);
        this.push(null);
      },
      (error: unknown) => this.destroy(error as Error),
    );
  }
}
