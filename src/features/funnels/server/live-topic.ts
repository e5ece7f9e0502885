/** Told with its address, whenever what is published of a funnel is another thing. */
export const liveTopic = 'funnel';
