import { fitsRatio, type Frame, largestFrame, movedFrame, sizedFrame } from '../rules/crop.ts';

/**
 * A frame over a picture that is dragged, or moved by the arrow keys and sized by a slider, in the shape that the page
 * shows. Null where the picture has that shape, or this browser can't show it.
 */
export async function cropper(
  src: string,
  name: string,
  ratio: number,
  done: (part: Frame) => void,
): Promise<HTMLElement | null> {
  const image = new Image();
  image.src = src;
  const isThere = await image.decode().then(
    () => true,
    () => false,
  );
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  if (!isThere || size.width === 0 || fitsRatio(size, ratio)) return null;
  let frame = largestFrame(size, ratio);

  const box = document.createElement('div');
  box.className = 'ledger-crop';
  const stage = document.createElement('div');
  stage.className = 'ledger-crop-stage';
  image.alt = '';
  image.draggable = false;
  const held = document.createElement('div');
  held.className = 'ledger-crop-frame';
  held.tabIndex = 0;
  held.setAttribute('role', 'group');
  held.setAttribute('aria-label', `What is shown of ${name}. The arrow keys move it.`);
  stage.append(image, held);

  const label = document.createElement('label');
  label.className = 'ui-label';
  label.textContent = 'Size of the part';
  const slider = document.createElement('input');
  slider.type = 'range';
  [slider.min, slider.max, slider.value] = ['10', '100', '100'];
  label.append(slider);
  const use = document.createElement('button');
  use.type = 'button';
  use.className = 'ui-button';
  use.dataset['variant'] = 'secondary';
  use.textContent = 'Crop';
  use.setAttribute('aria-label', `Crop: ${name}`);
  const told = document.createElement('span');
  told.className = 'ledger-hint';
  told.setAttribute('role', 'status');
  box.append(stage, label, use, told);

  const draw = () => {
    const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
    held.style.left = percent(frame.left, size.width);
    held.style.top = percent(frame.top, size.height);
    held.style.width = percent(frame.width, size.width);
    held.style.height = percent(frame.height, size.height);
    told.textContent = '';
  };
  // Set and not pressed: the form that is sent presses it.
  const changed = () => {
    use.dataset['waits'] = 'yes';
    draw();
  };
  const move = (right: number, down: number) => {
    frame = movedFrame(frame, right, down, size);
    changed();
  };

  held.addEventListener('keydown', (event) => {
    const step = Math.max(1, size.width * (event.shiftKey ? 0.1 : 0.02));
    const [right, down] = steps[event.key] ?? [0, 0];
    if (right === 0 && down === 0) return;
    event.preventDefault();
    move(right * step, down * step);
  });
  held.addEventListener('pointerdown', (event) => {
    held.setPointerCapture(event.pointerId);
    held.focus({ preventScroll: true });
    const from = { x: event.clientX, y: event.clientY, frame };
    const scale = size.width / stage.clientWidth;
    const drag = (moved: PointerEvent) => {
      frame = movedFrame(
        from.frame,
        (moved.clientX - from.x) * scale,
        (moved.clientY - from.y) * scale,
        size,
      );
      changed();
    };
    held.addEventListener('pointermove', drag);
    const stop = () => held.removeEventListener('pointermove', drag);
    held.addEventListener('pointerup', stop, { once: true });
    held.addEventListener('pointercancel', stop, { once: true });
  });
  slider.addEventListener('input', () => {
    frame = sizedFrame(frame, Number(slider.value) / 100, size, ratio);
    changed();
  });
  use.addEventListener('click', () => {
    delete use.dataset['waits'];
    done(frame);
    told.textContent = 'Cropped. Move the frame to crop it otherwise.';
  });
  draw();
  told.textContent = 'Nothing is cut off until you crop it.';
  return box;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
