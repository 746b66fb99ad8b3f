(function () {
  "use strict";
  var root = document.documentElement;
  function one(selector) { return document.querySelector(selector); }
  function all(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }

  var theme = one("#theme");
  function isDark() {
    return root.dataset.theme
      ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }
  function label() { theme.textContent = isDark() ? "Light" : "Dark"; }
  theme.hidden = false;
  label();
  theme.addEventListener("click", function () {
    root.dataset.theme = isDark() ? "light" : "dark";
    label();
  });

  all(".copy").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var code = button.parentNode.querySelector("code");
      function done() {
        button.textContent = "Copied";
        setTimeout(function () { button.textContent = "Copy"; }, 1500);
      }
      function select() {
        var range = document.createRange();
        range.selectNodeContents(code);
        var selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        if (document.execCommand("copy")) done();
      }
      if (navigator.clipboard) {
        navigator.clipboard.writeText(code.textContent).then(done, select);
      } else {
        select();
      }
    });
  });

  addEventListener("beforeprint", function () {
    all("details").forEach(function (details) { details.open = true; });
  });

  var form = one("#filter");
  if (!form) return;
  form.hidden = false;
  var text = one("#text");
  var type = one("#type");
  var checks = all("#filter input[name=check]");
  var findings = all("article.finding");
  var everything = one("#all");
  var chosen = null;

  function update() {
    var words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    var names = checks.filter(function (box) { return box.checked; })
      .map(function (box) { return box.value; });
    var count = 0;
    findings.forEach(function (finding) {
      var content = finding.textContent.toLowerCase();
      var isShown = names.indexOf(finding.dataset.check) >= 0
        && (!type || !type.value || finding.dataset.type === type.value)
        && words.every(function (word) { return content.indexOf(word) >= 0; })
        && (!chosen || chosen.indexOf(finding.id) >= 0);
      finding.hidden = !isShown;
      var outer = finding.parentNode;
      if (outer.tagName === "DETAILS") outer.hidden = !isShown;
      if (isShown) count += 1;
    });
    all("nav li[data-for]").forEach(function (item) {
      var finding = document.getElementById(item.dataset.for);
      item.hidden = !finding || finding.hidden;
    });
    var isFiltered = count < findings.length;
    one("#shown").textContent =
      isFiltered ? count + " of " + findings.length + " findings" : "";
    everything.hidden = !isFiltered;
  }
  function reset() {
    chosen = null;
    text.value = "";
    if (type) type.value = "";
    checks.forEach(function (box) { box.checked = true; });
    update();
  }
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("input", update);
  everything.addEventListener("click", reset);
  all("a[data-findings]").forEach(function (cell) {
    cell.addEventListener("click", function () {
      reset();
      chosen = cell.dataset.findings.split(" ");
      update();
    });
  });
  function reveal() {
    var target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target || !target.classList.contains("finding")) return;
    if (target.hidden) reset();
    if (target.parentNode.tagName === "DETAILS") target.parentNode.open = true;
  }
  addEventListener("hashchange", reveal);
  reveal();
})();
