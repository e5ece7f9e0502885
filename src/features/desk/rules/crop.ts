/** A part of a picture, in its own pixels, all whole numbers. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

const within = (value: number, most: number): number => Math.min(Math.max(0, Math.round(value)), most);

/** As large as fits, from the middle. */
export function largestFrame(size: Size, ratio: number): Frame {
  const width = Math.max(1, Math.min(size.width, Math.round(size.height * ratio)));
  const height = Math.max(1, Math.min(size.height, Math.round(width / ratio)));
  return {
    left: Math.floor((size.width - width) / 2),
    top: Math.floor((size.height - height) / 2),
    width,
    height,
  };
}

export const movedFrame = (frame: Frame, right: number, down: number, size: Size): Frame => ({
  ...frame,
  left: within(frame.left + right, size.width - frame.width),
  top: within(frame.top + down, size.height - frame.height),
});

/** A part of the largest one, around the same middle as far as the picture goes. */
export function sizedFrame(frame: Frame, part: number, size: Size, ratio: number): Frame {
  const largest = largestFrame(size, ratio);
  const width = Math.max(1, Math.round(largest.width * Math.min(1, Math.max(0.1, part))));
  const height = Math.min(largest.height, Math.max(1, Math.round(width / ratio)));
  return movedFrame(
    { left: 0, top: 0, width, height },
    frame.left + (frame.width - width) / 2,
    frame.top + (frame.height - height) / 2,
    size,
  );
}

/** Whether the store shows all of it without room beside it. */
export const fitsRatio = ({ width, height }: Size, ratio: number): boolean =>
  Math.abs(width / height / ratio - 1) < 0.01;
