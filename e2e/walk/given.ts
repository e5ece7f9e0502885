import type { Step } from './act.ts';
import { type Device, type DeviceName, type Model, type Text, viewerAt } from './model.ts';

type Place = Pick<Step, 'device' | 'tab'>;
export const at = (model: Model, { device }: { device: DeviceName }): Device => model.devices[device];
export const answers = (device: Device): boolean => device.isOn && device.hasNetwork && !device.losesAnswers;

/** The text of this act, and whose it is. */
export const made = (
  model: Model,
  step: Place,
  word: string,
  rest: Pick<Text, 'screen' | 'field' | 'reach'>,
): Text => ({
  word,
  by: at(model, step).person,
  owner: viewerAt(model, step.device),
  also: [],
  device: step.device,
  tab: step.tab,
  visit: at(model, step).visit,
  isSent: true,
  fate: 'kept',
  ...rest,
});
