// What is wrong with the layout of the page as it is shown now: a list of complaints, empty where all is well.
() => {
  const complaints = [];
  const name = (element) =>
    element.dataset.action || element.dataset.tool || element.dataset.step || element.dataset.handle ||
    element.getAttribute("aria-label") || element.textContent.trim().slice(0, 30) || element.className;
  // The part of an element that can be seen: what scrolls or cuts off round it is taken away.
  const seen = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const there = (element) => {
    const box = seen(element);
    return box.right - box.left > 1 && box.bottom - box.top > 1 && getComputedStyle(element).visibility === "visible";
  };
  // What stays in sight while the page is scrolled may lie over what is scrolled.
  const stays = (element) => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).position === "sticky") return true;
    return false;
  };
  const SLACK = 1;
  const across = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;

  const controls = [...document.querySelectorAll('button, a[href]:not([href^="#"]), input, select, textarea')]
    .filter((each) => !each.closest(".handles") && !each.closest(".unseen") && !stays(each) && there(each))
    .filter((each) => each.type !== "radio" && each.type !== "range");
  const boxes = controls.map(seen);
  controls.forEach((a, i) =>
    controls.slice(i + 1).forEach((b, k) => {
      if (!a.contains(b) && !b.contains(a) && across(boxes[i], boxes[i + 1 + k]))
        complaints.push(`${name(a)} and ${name(b)} lie over each other`);
    }),
  );
  controls.forEach((each, i) => {
    const whole = each.getBoundingClientRect();
    if (whole.right > innerWidth + SLACK || whole.left < -SLACK) {
      if (!each.closest(".line")) complaints.push(`${name(each)} is beyond the edge`);
    }
  });
  const stage = document.querySelector("main .stage .stage") ?? document.querySelector("main > .stage");
  if (stage) {
    const board = seen(stage);
    controls.forEach((each, i) => {
      if (!stage.contains(each) && across(boxes[i], board)) complaints.push(`${name(each)} lies over the board`);
      if (boxes[i].bottom > innerHeight + SLACK) complaints.push(`${name(each)} is below the screen`);
    });
    for (const each of document.querySelectorAll("section, p, ul, .dock, .strip"))
      if (!each.closest(".unseen") && !each.contains(stage) && !stage.contains(each) && there(each) && across(seen(each), board))
        complaints.push(`${name(each)} lies over the board`);
    const bubble = document.querySelector(".announced");
    for (const each of bubble ? document.querySelectorAll(".handles button[data-handle]:not(.hidden)") : [])
      if (across(seen(bubble), seen(each))) complaints.push(`what is announced lies over ${name(each)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) complaints.push("the page can be scrolled sideways");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || parent.closest(".unseen, svg, script, template, style") || !there(parent)) continue;
    if (parseFloat(getComputedStyle(parent).fontSize) < 11) small.add(walker.currentNode.data.trim());
  }
  for (const text of small) complaints.push(`"${text}" is smaller than 11 px`);
  for (const each of document.querySelectorAll(".bar .say, .first, .second, aside p"))
    if (there(each) && each.getBoundingClientRect().height > seen(each).bottom - seen(each).top + SLACK)
      complaints.push(`"${name(each)}" is cut off`);
  for (const each of document.querySelectorAll(".stock > span:not(.apart)"))
    if (there(each) && each.getBoundingClientRect().right > seen(each).right + SLACK)
      complaints.push(`"${name(each)}" is cut off at its end`);
  // A name somebody has chosen may end in dots; what the page itself says may not.
  for (const each of document.querySelectorAll("header h1 b, main [data-action]"))
    if (there(each) && each.scrollWidth > each.clientWidth + SLACK) complaints.push(`"${name(each)}" does not fit its place`);
  for (const each of document.querySelectorAll("[data-seat] .caption .text > span:first-child"))
    if (there(each) && each.getBoundingClientRect().right > seen(each).right + SLACK)
      complaints.push(`"${name(each)}" does not fit its place`);
  const current = document.querySelector("[aria-current=step]");
  if (current) {
    const [whole, part] = [current.getBoundingClientRect(), seen(current)];
    if (part.bottom - part.top < whole.height - SLACK || part.right - part.left < Math.min(whole.width, 24) - SLACK)
      complaints.push("the current move is not to be seen in the list");
  }
  return complaints;
}
